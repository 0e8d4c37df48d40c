package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;

/** Executors of one place that move together. */
final class Group {
    /** Maximum size of a group. */
    static final int MAX_SIZE = 64;

    private static final double COLLECTED = -1;

    private final Layout layout;
    private final Problem problem;
    private final FlowTable flows;
    private final int topHeight;
    private final int[] members = new int[MAX_SIZE];
    private int count;

    /** Executors at the members' place that exchange tuples with them, and may become members. */
    private final int[] neighbours = new int[MAX_SIZE];

    private int neighbourCount;

    /**
     * By executor: the price of its traffic with the members; 0 if there is none, {@link
     * #COLLECTED} for a member.
     */
    private final double[] exchanged;

    Group(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
        this.flows = problem.flows();
        this.topHeight = problem.tree().vertices().get(0).level().height();
        this.exchanged = new double[problem.executorCount()];
    }

    /**
     * Collects the executors that are of the executor's topology, at its place, and allowed at
     * {@code to}; none if they are more than {@link #MAX_SIZE}.
     */
    void collectTopology(int executor, int to) {
        count = 0;
        int topology = problem.topology(executor);
        for (int e = layout.firstAt(layout.place(executor)); e >= 0; e = layout.next(e)) {
            if (problem.topology(e) == topology && problem.isAllowed(e, to)) {
                if (count == MAX_SIZE) {
                    count = 0;
                    return;
                }
                members[count++] = e;
            }
        }
    }

    /**
     * Collects an executor, and then repeatedly the executor at its place that exchanges most with
     * the members and is allowed at {@code to}.
     *
     * @param maxMembers maximum number of members, 1 to {@link #MAX_SIZE}
     */
    void collectCluster(int executor, int to, int maxMembers) {
        count = 0;
        neighbourCount = 0;
        add(executor);
        while (count < maxMembers) {
            addNeighbours(members[count - 1], to);
            if (neighbourCount == 0) {
                break;
            }
            add(removeStrongestNeighbour());
        }
        for (int i = 0; i < count; i++) {
            exchanged[members[i]] = 0;
        }
        for (int i = 0; i < neighbourCount; i++) {
            exchanged[neighbours[i]] = 0;
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
                if (neighbourCount == MAX_SIZE) {
                    continue;
                }
                neighbours[neighbourCount++] = other;
            }
            // above 0 even if the flow has no price
            exchanged[other] += Double.MIN_NORMAL + flows.price(k, topHeight);
        }
    }

    private int removeStrongestNeighbour() {
        int strongest = 0;
        for (int i = 1; i < neighbourCount; i++) {
            if (exchanged[neighbours[i]] > exchanged[neighbours[strongest]]) {
                strongest = i;
            }
        }
        int executor = neighbours[strongest];
        neighbours[strongest] = neighbours[--neighbourCount];
        return executor;
    }

    /** Moves the members. */
    void moveTo(int place) {
        for (int i = 0; i < count; i++) {
            layout.move(members[i], place);
        }
    }
}
