package io.eyewall.model.simulation.control;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Renames the slots of a plan. Slots of one node are equivalent, so a topology keeps the slot that
 * it has on a node, and a plan restarts no worker whose executors stay together.
 */
final class KeptSlots {
    private KeptSlots() {}

    /** Returns the plan with slots replaced by those that are in use. */
    static Map<ExecutorId, String> of(
            CostTree tree, Map<ExecutorId, String> planned, Map<ExecutorId, String> present) {
        if (tree.place(0).level() != Level.PROCESS) {
            return planned;
        }
        Map<String, TreeMap<String, Set<ExecutorId>>> sets = new TreeMap<>();
        planned.forEach(
                (executor, place) ->
                        sets.computeIfAbsent(
                                        Planner.nodeOf(place) + "\n" + executor.topology(),
                                        key -> new TreeMap<>())
                                .computeIfAbsent(place, p -> new HashSet<>())
                                .add(executor));
        Map<ExecutorId, String> result = new TreeMap<>();
        Set<String> used = new HashSet<>();
        Map<String, TreeMap<String, Set<ExecutorId>>> later = new TreeMap<>();
        sets.forEach(
                (key, workers) -> {
                    String topology = key.substring(key.indexOf('\n') + 1);
                    String node = key.substring(0, key.indexOf('\n'));
                    String own = ownSlot(node, topology, present);
                    if (workers.size() == 1 && own != null && used.add(own)) {
                        workers.firstEntry().getValue().forEach(e -> result.put(e, own));
                    } else {
                        later.put(key, workers);
                    }
                });
        later.values()
                .forEach(
                        workers ->
                                workers.forEach(
                                        (place, executors) -> {
                                            String slot =
                                                    used.add(place)
                                                            ? place
                                                            : free(tree, place, used);
                                            executors.forEach(e -> result.put(e, slot));
                                        }));
        return result;
    }

    private static @Nullable String ownSlot(
            String node, String topology, Map<ExecutorId, String> present) {
        String own = null;
        for (Map.Entry<ExecutorId, String> entry : present.entrySet()) {
            String place = entry.getValue();
            if (entry.getKey().topology().equals(topology)
                    && Planner.nodeOf(place).equals(node)
                    && (own == null || place.compareTo(own) < 0)) {
                own = place;
            }
        }
        return own;
    }

    private static String free(CostTree tree, String place, Set<String> used) {
        for (int p = 0; p < tree.placeCount(); p++) {
            String id = tree.place(p).id();
            if (Planner.nodeOf(id).equals(Planner.nodeOf(place)) && used.add(id)) {
                return id;
            }
        }
        return place; // a plan that breaks the rules: two topologies in one slot
    }
}
