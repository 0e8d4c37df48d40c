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
 * A placement algorithm that uses another algorithm's choice of nodes, but leaves workers in their
 * present slots of a node where it can. The slots of a node are equivalent, but a worker that
 * changes its slot is restarted. No state.
 *
 * @param algorithm chooses the nodes
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
    public Set<Limit> respects() {
        return algorithm.respects();
    }

    @Override
    public void place(Layout layout, Parameters parameters, long seed) {
        algorithm.place(layout, parameters, seed);
        Problem problem = layout.problem();
        Map<Integer, Map<Integer, List<Integer>>> byNode = new TreeMap<>();
        for (int e = 0; e < problem.executorCount(); e++) {
            byNode.computeIfAbsent(nodeOf(problem, layout.place(e)), n -> new TreeMap<>())
                    .computeIfAbsent(layout.place(e), p -> new ArrayList<>())
                    .add(e);
        }
        int[] places = layout.places();
        byNode.values().forEach(groups -> assignSlots(problem, groups, places));
        layout.moveAll(places);
    }

    private static int nodeOf(Problem problem, int place) {
        return problem.tree().unitOf(place, Level.NODE);
    }

    /**
     * Assigns to each group of executors on one node the slot that most of them are in now, unless
     * another group has that slot.
     */
    private static void assignSlots(
            Problem problem, Map<Integer, List<Integer>> groups, int[] places) {
        Map<Integer, Integer> kept = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        groups.forEach(
                (place, executors) -> {
                    int presentSlot = presentSlot(problem, place, executors);
                    if (presentSlot >= 0 && taken.add(presentSlot)) {
                        kept.put(place, presentSlot);
                    }
                });
        groups.forEach(
                (place, executors) -> {
                    int chosen = kept.getOrDefault(place, place);
                    if (!kept.containsKey(place) && !taken.add(place)) {
                        chosen = freeSlot(problem, place, taken);
                        taken.add(chosen);
                    }
                    for (int executor : executors) {
                        places[executor] = chosen;
                    }
                });
    }

    /**
     * Returns the slot of this node that most of a group's executors are in; -1 if none of them is
     * on this node.
     */
    private static int presentSlot(Problem problem, int place, List<Integer> executors) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int executor : executors) {
            int presentSlot = problem.start(executor);
            if (presentSlot >= 0 && nodeOf(problem, presentSlot) == nodeOf(problem, place)) {
                counts.merge(presentSlot, 1, Integer::sum);
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

    /**
     * Returns a slot of the node that no group has taken. One exists, as a node has at least as
     * many slots as groups.
     */
    private static int freeSlot(Problem problem, int place, Set<Integer> taken) {
        CostTree tree = problem.tree();
        int node = nodeOf(problem, place);
        int first = tree.firstPlace(node);
        for (int p = first; p < first + tree.placesBeneath(node); p++) {
            if (!taken.contains(p)) {
                return p;
            }
        }
        return place;
    }
}
