package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;

/** Executors of one place that move together. */
final class Group {
    /** As many are collected. */
    static final int MOST = 64;

    private static final double COLLECTED = -1;

    private final Layout layout;
    private final Problem problem;
    private final FlowTable flows;
    private final int top;
    private final int[] members = new int[MOST];
    private int count;

    /** Who exchanges something with members and may become one. */
    private final int[] waiting = new int[MOST];

    private int waitingCount;

    /** By executor: what it exchanges with members, {@link #COLLECTED} if it is one. */
    private final double[] exchanged;

    Group(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
        this.flows = problem.flows();
        this.top = problem.tree().vertices().get(0).level().height();
        this.exchanged = new double[problem.executorCount()];
    }

    /** All of its topology at its place that may go to another; nobody if they are too many. */
    void collectTopology(int executor, int to) {
        count = 0;
        int topology = problem.topology(executor);
        for (int e = layout.firstAt(layout.place(executor)); e >= 0; e = layout.next(e)) {
            if (problem.topology(e) == topology && problem.isAllowed(e, to)) {
                if (count == MOST) {
                    count = 0;
                    return;
                }
                members[count++] = e;
            }
        }
    }

    /**
     * An executor, and then always the one at its place that exchanges most with those collected
     * and may go to another.
     *
     * @param wanted how many at most, 1 to {@link #MOST}
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
                if (waitingCount == MOST) {
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

    /** Moves those collected. */
    void moveTo(int place) {
        for (int i = 0; i < count; i++) {
            layout.move(members[i], place);
        }
    }
}
