package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;

/** Executors of one place that move together. */
final class Group {
    /** Maximum size of a group. */
    static final int MAX = 64;

    private static final double COLLECTED = -1;

    private final Layout layout;
    private final Problem problem;
    private final FlowTable flows;
    private final int top;
    private final int[] members = new int[MAX];
    private int count;

    /** Executors that exchange something with members and may become members. */
    private final int[] waiting = new int[MAX];

    private int waitingCount;

    /** By executor: the traffic between it and the members; {@link #COLLECTED} for a member. */
    private final double[] exchanged;

    Group(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
        this.flows = problem.flows();
        this.top = problem.tree().vertices().get(0).level().height();
        this.exchanged = new double[problem.executorCount()];
    }

    /**
     * Collects the executors of the same topology and place that may move to another place; none if
     * there are too many.
     */
    void collectTopology(int executor, int to) {
        count = 0;
        int topology = problem.topology(executor);
        for (int e = layout.firstAt(layout.place(executor)); e >= 0; e = layout.next(e)) {
            if (problem.topology(e) == topology && problem.isAllowed(e, to)) {
                if (count == MAX) {
                    count = 0;
                    return;
                }
                members[count++] = e;
            }
        }
    }

    /**
     * Collects an executor, and then repeatedly the executor at its place that exchanges most with
     * the members and may move to the other place.
     *
     * @param wanted maximum number of members, 1 to {@link #MAX}
     */
    void collectCluster(int executor, int to, int wanted) {
        count = 0;
        waitingCount = 0;
        add(executor);
        while (count < wanted) {
            addNeighbours(members[count - 1], to);
            if (waitingCount == 0) {
                break;
            }
            add(takeStrongest());
        }
        for (int i = 0; i < count; i++) {
            exchanged[members[i]] = 0;
        }
        for (int i = 0; i < waitingCount; i++) {
            exchanged[waiting[i]] = 0;
        }
    }

    private void add(int executor) {
        members[count++] = executor;
        exchanged[executor] = COLLECTED;
    }

    private void addNeighbours(int member, int to) {
        int from = layout.place(member);
        for (int k = flows.first(member); k < flows.first(member + 1); k++) {
            int other = flows.other(k);
            if (layout.place(other) != from
                    || exchanged[other] == COLLECTED
                    || !problem.isAllowed(other, to)) {
                continue;
            }
            if (exchanged[other] == 0) {
                if (waitingCount == MAX) {
                    continue;
                }
                waiting[waitingCount++] = other;
            }
            exchanged[other] += Double.MIN_NORMAL + flows.price(k, top);
        }
    }

    private int takeStrongest() {
        int strongest = 0;
        for (int i = 1; i < waitingCount; i++) {
            if (exchanged[waiting[i]] > exchanged[waiting[strongest]]) {
                strongest = i;
            }
        }
        int executor = waiting[strongest];
        waiting[strongest] = waiting[--waitingCount];
        return executor;
    }

    /** Moves the members. */
    void moveTo(int place) {
        for (int i = 0; i < count; i++) {
            layout.move(members[i], place);
        }
    }
}
