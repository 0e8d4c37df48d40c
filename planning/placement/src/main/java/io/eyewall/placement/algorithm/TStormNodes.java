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
    private final int strictCap;
    private final int looseCap;
    private final int[] executors;
    private final double[] loads;
    private final double[] exchanged;

    TStormNodes(Layout layout, double gamma) {
        this.layout = layout;
        this.problem = layout.problem();
        this.tree = problem.tree();
        int units = Math.max(1, problem.unitCount());
        this.strictCap = (int) Math.floor(gamma * problem.executorCount() / units);
        this.looseCap = problem.unitCap(gamma);
        int vertexCount = tree.vertices().size();
        this.executors = new int[vertexCount];
        this.loads = new double[vertexCount];
        this.exchanged = new double[vertexCount];
    }

    /** Places one executor: within all limits if possible, otherwise within fewer of them. */
    void place(int executor) {
        countExchange(executor, 1);
        int slot = best(executor, strictCap, true);
        if (slot < 0) {
            slot = best(executor, looseCap, true);
        }
        if (slot < 0) {
            slot = best(executor, Integer.MAX_VALUE, false);
        }
        countExchange(executor, -1);
        layout.move(executor, slot);
        executors[problem.unitOf(slot)]++;
        for (int v : tree.path(slot)) {
            loads[v] += problem.load(executor).cores();
        }
    }

    /**
     * Sums what the executor exchanges with the executors of each node. The node with the greatest
     * sum adds the least traffic between nodes.
     */
    private void countExchange(int executor, int sign) {
        FlowTable flows = problem.flows();
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            int place = layout.place(flows.other(k));
            if (place >= 0) {
                int unit = problem.unitOf(place);
                exchanged[unit] =
                        sign < 0 ? 0 : exchanged[unit] + flows.inTuples(k) + flows.outTuples(k);
            }
        }
    }

    private int best(int executor, int cap, boolean withinCapacity) {
        BitSet allowed = problem.allowedPlaces(executor);
        int best = -1;
        for (int p = allowed.nextSetBit(0); p >= 0; p = allowed.nextSetBit(p + 1)) {
            int unit = problem.unitOf(p);
            if (executors[unit] < cap
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
            return exchanged[problem.unitOf(p)] > exchanged[problem.unitOf(best)];
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
        double most = 0;
        for (int v : tree.path(place)) {
            double limit = tree.vertices().get(v).limits().cores() * problem.rules().theta();
            most = Math.max(most, (loads[v] + problem.load(executor).cores()) / limit);
        }
        return most;
    }
}
