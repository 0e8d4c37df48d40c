package io.eyewall.cluster.generator;

import io.eyewall.placement.algorithm.Parameter;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Limit;
import io.eyewall.placement.plan.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An algorithm whose topologies stay in their slots of the nodes that it chooses: the slots of a
 * node are alike, but a worker that changes its slot is started anew. No state.
 *
 * @param algorithm chooses
 */
record StableSlots(PlacementAlgorithm algorithm) implements PlacementAlgorithm {
    @Override
    public String name() {
        return algorithm.name();
    }

    @Override
    public List<Parameter> parameters() {
        return algorithm.parameters();
    }

    @Override
    public Set<Limit> heeds() {
        return algorithm.heeds();
    }

    @Override
    public void place(Layout layout, Parameters parameters, long seed) {
        algorithm.place(layout, parameters, seed);
        Problem problem = layout.problem();
        Map<Integer, Map<Integer, List<Integer>>> byNode = new TreeMap<>();
        for (int e = 0; e < problem.executorCount(); e++) {
            byNode.computeIfAbsent(node(problem, layout.place(e)), n -> new TreeMap<>())
                    .computeIfAbsent(layout.place(e), p -> new ArrayList<>())
                    .add(e);
        }
        int[] places = layout.places();
        byNode.values().forEach(groups -> keep(problem, groups, places));
        layout.moveAll(places);
    }

    private static int node(Problem problem, int place) {
        return problem.tree().unitOf(place, Level.NODE);
    }

    /** Gives each group of one node the slot that most of it is in, where that may be. */
    private static void keep(Problem problem, Map<Integer, List<Integer>> groups, int[] places) {
        Map<Integer, Integer> wish = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        groups.forEach(
                (place, executors) -> {
                    int start = start(problem, place, executors);
                    if (start >= 0 && taken.add(start)) {
                        wish.put(place, start);
                    }
                });
        groups.forEach(
                (place, executors) -> {
                    int chosen = wish.getOrDefault(place, place);
                    if (!wish.containsKey(place) && !taken.add(place)) {
                        chosen = other(problem, place, taken);
                        taken.add(chosen);
                    }
                    for (int executor : executors) {
                        places[executor] = chosen;
                    }
                });
    }

    /** Returns the place on this node that already has most of a group; -1 for none. */
    private static int start(Problem problem, int place, List<Integer> executors) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int executor : executors) {
            int start = problem.start(executor);
            if (start >= 0 && node(problem, start) == node(problem, place)) {
                counts.merge(start, 1, Integer::sum);
            }
        }
        int best = -1;
        for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
            if (best < 0 || entry.getValue() > counts.getOrDefault(best, 0)) {
                best = entry.getKey();
            }
        }
        return best;
    }

    /** There are as many slots as groups at least: some slot of the node is left. */
    private static int other(Problem problem, int place, Set<Integer> taken) {
        CostTree tree = problem.tree();
        int node = node(problem, place);
        int first = tree.firstPlace(node);
        for (int p = first; p < first + tree.placesBeneath(node); p++) {
            if (!taken.contains(p)) {
                return p;
            }
        }
        return place;
    }
}
