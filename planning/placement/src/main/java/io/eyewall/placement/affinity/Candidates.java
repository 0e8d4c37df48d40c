package io.eyewall.placement.affinity;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.BitSet;

/**
 * The places worth trying for an executor: all allowed places if there are few. Otherwise the
 * places of the executors with which it exchanges most, and, level by level, the emptiest place
 * near the first of these.
 */
final class Candidates {
    private static final int FEW_PLACES = 24;
    private static final int NEIGHBOUR_PLACES = 10;

    private final Layout layout;
    private final Problem problem;
    private final CostTree tree;
    private final double[] exchanged;
    private final int[] touched;
    private final int[] list;
    private final boolean[] listed;
    private int count;

    Candidates(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
        this.tree = problem.tree();
        this.exchanged = new double[tree.placeCount()];
        this.touched = new int[tree.placeCount()];
        this.list = new int[tree.placeCount() + 1];
        this.listed = new boolean[tree.placeCount()];
    }

    /**
     * Collects the places for one executor and returns their number; {@link #get} reads them until
     * the next call.
     */
    int collect(int executor) {
        clear();
        BitSet allowed = problem.allowedPlaces(executor);
        if (allowed.cardinality() <= FEW_PLACES) {
            for (int p = allowed.nextSetBit(0); p >= 0; p = allowed.nextSetBit(p + 1)) {
                add(p, executor);
            }
            return count;
        }
        int strongest = addPlacesOfNeighbours(executor);
        if (strongest < 0) {
            strongest = layout.place(executor);
        }
        if (strongest >= 0) {
            for (int v : tree.path(strongest)) {
                add(emptiest(v, executor), executor);
            }
        } else {
            add(emptiest(0, executor), executor);
        }
        if (problem.start(executor) >= 0) {
            add(problem.start(executor), executor);
        }
        if (count == 0) {
            add(allowed.nextSetBit(0), executor);
        }
        return count;
    }

    int get(int index) {
        return list[index];
    }

    private void clear() {
        for (int i = 0; i < count; i++) {
            listed[list[i]] = false;
        }
        count = 0;
    }

    private void add(int place, int executor) {
        if (place >= 0 && !listed[place] && problem.isAllowed(executor, place)) {
            listed[place] = true;
            list[count++] = place;
        }
    }

    /** Adds the places with which the executor exchanges most. Returns the first of them, or -1. */
    private int addPlacesOfNeighbours(int executor) {
        FlowTable flows = problem.flows();
        int length = 0;
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            int place = layout.place(flows.other(k));
            if (place >= 0) {
                if (exchanged[place] == 0) {
                    touched[length++] = place;
                }
                exchanged[place] += Double.MIN_NORMAL + weight(flows, k);
            }
        }
        int strongest = -1;
        for (int i = 0; i < NEIGHBOUR_PLACES && i < length; i++) {
            int most = 0;
            for (int j = 1; j < length; j++) {
                if (exchanged[touched[j]] > exchanged[touched[most]]) {
                    most = j;
                }
            }
            if (i == 0) {
                strongest = touched[most];
            }
            add(touched[most], executor);
            exchanged[touched[most]] = -1;
        }
        for (int j = 0; j < length; j++) {
            exchanged[touched[j]] = 0;
        }
        return strongest;
    }

    /** Returns what the flow would cost across the whole tree. */
    private double weight(FlowTable flows, int entry) {
        return flows.price(entry, tree.vertices().get(0).level().height());
    }

    private int emptiest(int vertex, int executor) {
        int first = tree.firstPlace(vertex);
        int end = first + tree.placesBeneath(vertex);
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int p = first; p < end; p++) {
            if (problem.isAllowed(executor, p)) {
                double fullness = layout.fullness(p) + 1e-9 * layout.countAt(p);
                if (fullness < least) {
                    least = fullness;
                    best = p;
                }
            }
        }
        return best;
    }
}
