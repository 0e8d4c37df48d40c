package io.eyewall.placement.affinity;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.BitSet;

/**
 * The places that are tried for an executor. If few places are allowed, these are all of them.
 * Otherwise they are the places with whose executors it exchanges most and, for each level of the
 * tree, the least loaded place under the same vertex as the first of these.
 */
final class Candidates {
    private static final int MAX_PLACES_WITHOUT_SELECTION = 24;
    private static final int MAX_NEIGHBOUR_PLACES = 10;

    private final Layout layout;
    private final Problem problem;
    private final CostTree tree;
    private final double[] exchangedWithPlace;
    private final int[] neighbourPlaces;
    private final int[] candidates;
    private final boolean[] isCandidate;
    private int count;

    Candidates(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
        this.tree = problem.tree();
        this.exchangedWithPlace = new double[tree.placeCount()];
        this.neighbourPlaces = new int[tree.placeCount()];
        this.candidates = new int[tree.placeCount() + 1];
        this.isCandidate = new boolean[tree.placeCount()];
    }

    /**
     * Collects the places for one executor and returns their number; {@link #get} reads them until
     * the next call.
     */
    int collect(int executor) {
        clear();
        BitSet allowed = problem.allowedPlaces(executor);
        if (allowed.cardinality() <= MAX_PLACES_WITHOUT_SELECTION) {
            for (int p = allowed.nextSetBit(0); p >= 0; p = allowed.nextSetBit(p + 1)) {
                addIfAllowed(p, executor);
            }
            return count;
        }
        int mostExchanging = addPlacesOfNeighbours(executor);
        if (mostExchanging < 0) {
            mostExchanging = layout.place(executor);
        }
        if (mostExchanging >= 0) {
            for (int v : tree.path(mostExchanging)) {
                addIfAllowed(leastLoadedPlace(v, executor), executor);
            }
        } else {
            addIfAllowed(leastLoadedPlace(0, executor), executor);
        }
        if (problem.start(executor) >= 0) {
            addIfAllowed(problem.start(executor), executor);
        }
        if (count == 0) {
            addIfAllowed(allowed.nextSetBit(0), executor);
        }
        return count;
    }

    int get(int index) {
        return candidates[index];
    }

    private void clear() {
        for (int i = 0; i < count; i++) {
            isCandidate[candidates[i]] = false;
        }
        count = 0;
    }

    private void addIfAllowed(int place, int executor) {
        if (place >= 0 && !isCandidate[place] && problem.isAllowed(executor, place)) {
            isCandidate[place] = true;
            candidates[count++] = place;
        }
    }

    /**
     * Adds the places with whose executors this executor exchanges most. Returns the first of them,
     * or -1.
     */
    private int addPlacesOfNeighbours(int executor) {
        FlowTable flows = problem.flows();
        int neighbourPlaceCount = 0;
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            int place = layout.place(flows.other(k));
            if (place >= 0) {
                if (exchangedWithPlace[place] == 0) {
                    neighbourPlaces[neighbourPlaceCount++] = place;
                }
                // above 0 even if the flow has no price, because 0 marks places without flows
                exchangedWithPlace[place] += Double.MIN_NORMAL + maxPrice(flows, k);
            }
        }
        int mostExchanging = -1;
        for (int i = 0; i < MAX_NEIGHBOUR_PLACES && i < neighbourPlaceCount; i++) {
            int strongest = 0;
            for (int j = 1; j < neighbourPlaceCount; j++) {
                if (exchangedWithPlace[neighbourPlaces[j]]
                        > exchangedWithPlace[neighbourPlaces[strongest]]) {
                    strongest = j;
                }
            }
            if (i == 0) {
                mostExchanging = neighbourPlaces[strongest];
            }
            addIfAllowed(neighbourPlaces[strongest], executor);
            exchangedWithPlace[neighbourPlaces[strongest]] = -1;
        }
        for (int j = 0; j < neighbourPlaceCount; j++) {
            exchangedWithPlace[neighbourPlaces[j]] = 0;
        }
        return mostExchanging;
    }

    /** Returns the price of a flow if it crossed the highest level of the tree. */
    private double maxPrice(FlowTable flows, int entry) {
        return flows.price(entry, tree.vertices().get(0).level().height());
    }

    private int leastLoadedPlace(int vertex, int executor) {
        int first = tree.firstPlace(vertex);
        int end = first + tree.placesBeneath(vertex);
        int best = -1;
        double minFullness = Double.POSITIVE_INFINITY;
        for (int p = first; p < end; p++) {
            if (problem.isAllowed(executor, p)) {
                // the number of executors decides between places of the same load
                double fullness = layout.fullness(p) + 1e-9 * layout.countAt(p);
                if (fullness < minFullness) {
                    minFullness = fullness;
                    best = p;
                }
            }
        }
        return best;
    }
}
