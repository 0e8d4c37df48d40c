package io.eyewall.placement.algorithm;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.BitSet;

/** The state of the nodes while T-Storm's algorithm fills them: the set Q of the paper. */
final class TStormNodes {
    private static final double ROUNDING = 1e-9;

    private final Layout layout;
    private final Problem problem;
    private final CostTree tree;
    private final int strictMaxExecutors;
    private final int looseMaxExecutors;
    private final int[] executorCounts;
    private final double[] coresUsed;
    private final double[] exchangedTuples;

    TStormNodes(Layout layout, double gamma) {
        this.layout = layout;
        this.problem = layout.problem();
        this.tree = problem.tree();
        int units = Math.max(1, problem.unitCount());
        this.strictMaxExecutors = (int) Math.floor(gamma * problem.executorCount() / units);
        this.looseMaxExecutors = problem.unitCap(gamma);
        int vertexCount = tree.vertices().size();
        this.executorCounts = new int[vertexCount];
        this.coresUsed = new double[vertexCount];
        this.exchangedTuples = new double[vertexCount];
    }

    /**
     * Places one executor: within the strict limit of executors if possible, then within the loose
     * limit, and otherwise without limits at the node of the lowest relative load.
     */
    void place(int executor) {
        sumExchange(executor, 1);
        int slot = bestSlot(executor, strictMaxExecutors, true);
        if (slot < 0) {
            slot = bestSlot(executor, looseMaxExecutors, true);
        }
        if (slot < 0) {
            slot = bestSlot(executor, Integer.MAX_VALUE, false);
        }
        sumExchange(executor, -1);
        layout.move(executor, slot);
        executorCounts[problem.unitOf(slot)]++;
        for (int v : tree.path(slot)) {
            coresUsed[v] += problem.load(executor).cores();
        }
    }

    /**
     * Sums the tuples that the executor exchanges with the executors of each node. On the node with
     * the greatest sum, it adds the least traffic between nodes.
     *
     * @param sign 1 to compute the sums, -1 to set them back to 0
     */
    private void sumExchange(int executor, int sign) {
        FlowTable flows = problem.flows();
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            int place = layout.place(flows.other(k));
            if (place >= 0) {
                int unit = problem.unitOf(place);
                exchangedTuples[unit] =
                        sign < 0
                                ? 0
                                : exchangedTuples[unit] + flows.inTuples(k) + flows.outTuples(k);
            }
        }
    }

    private int bestSlot(int executor, int maxExecutors, boolean withinCapacity) {
        BitSet allowed = problem.allowedPlaces(executor);
        int best = -1;
        for (int p = allowed.nextSetBit(0); p >= 0; p = allowed.nextSetBit(p + 1)) {
            int unit = problem.unitOf(p);
            if (executorCounts[unit] < maxExecutors
                    && isFreeFor(executor, p)
                    && (!withinCapacity || relativeLoad(executor, p) <= 1 + ROUNDING)
                    && (best < 0 || isBetter(executor, p, best, withinCapacity))) {
                best = p;
            }
        }
        return best >= 0 ? best : withinCapacity ? -1 : allowed.nextSetBit(0);
    }

    private boolean isBetter(int executor, int p, int best, boolean withinCapacity) {
        if (withinCapacity) {
            return exchangedTuples[problem.unitOf(p)] > exchangedTuples[problem.unitOf(best)];
        }
        return relativeLoad(executor, p) < relativeLoad(executor, best) - ROUNDING;
    }

    /** Returns whether the topology may use the slot on its node. */
    private boolean isFreeFor(int executor, int place) {
        int topology = problem.topology(executor);
        if (problem.rules().exclusiveSlots()
                && layout.countAt(place) > 0
                && problem.topology(layout.firstAt(place)) != topology) {
            return false;
        }
        if (!problem.rules().oneWorkerPerNode()) {
            return true;
        }
        int node = tree.unitOf(place, Level.NODE);
        int end = tree.firstPlace(node) + tree.placesBeneath(node);
        for (int q = tree.firstPlace(node); q < end; q++) {
            for (int e = q == place ? -1 : layout.firstAt(q); e >= 0; e = layout.next(e)) {
                if (problem.topology(e) == topology) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Returns the greatest load along a place's path with this executor, relative to the allowed
     * load.
     */
    private double relativeLoad(int executor, int place) {
        double maxRelativeLoad = 0;
        for (int v : tree.path(place)) {
            double limit = tree.vertices().get(v).limits().cores() * problem.rules().theta();
            maxRelativeLoad =
                    Math.max(
                            maxRelativeLoad,
                            (coresUsed[v] + problem.load(executor).cores()) / limit);
        }
        return maxRelativeLoad;
    }
}
