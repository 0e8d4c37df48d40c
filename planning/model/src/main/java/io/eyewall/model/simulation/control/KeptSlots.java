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

    /**
     * Returns the plan with the slot of each topology on each node replaced by the slot that it
     * already has there. Where the topology is to have several slots on the node, they stay as
     * planned, unless they are taken.
     */
    static Map<ExecutorId, String> withKeptSlots(
            CostTree tree, Map<ExecutorId, String> planned, Map<ExecutorId, String> present) {
        if (tree.place(0).level() != Level.PROCESS) {
            return planned;
        }
        Map<String, TreeMap<String, Set<ExecutorId>>> plannedSlots = new TreeMap<>();
        planned.forEach(
                (executor, place) ->
                        plannedSlots
                                .computeIfAbsent(
                                        Planner.nodeOf(place) + "\n" + executor.topology(),
                                        key -> new TreeMap<>())
                                .computeIfAbsent(place, p -> new HashSet<>())
                                .add(executor));
        Map<ExecutorId, String> result = new TreeMap<>();
        Set<String> used = new HashSet<>();
        Map<String, TreeMap<String, Set<ExecutorId>>> withoutKeptSlot = new TreeMap<>();
        plannedSlots.forEach(
                (key, executorsBySlot) -> {
                    String topology = key.substring(key.indexOf('\n') + 1);
                    String node = key.substring(0, key.indexOf('\n'));
                    String keptSlot = presentSlot(node, topology, present);
                    if (executorsBySlot.size() == 1 && keptSlot != null && used.add(keptSlot)) {
                        executorsBySlot
                                .firstEntry()
                                .getValue()
                                .forEach(e -> result.put(e, keptSlot));
                    } else {
                        withoutKeptSlot.put(key, executorsBySlot);
                    }
                });
        withoutKeptSlot
                .values()
                .forEach(
                        executorsBySlot ->
                                executorsBySlot.forEach(
                                        (place, executors) -> {
                                            String slot =
                                                    used.add(place)
                                                            ? place
                                                            : takeFreeSlot(tree, place, used);
                                            executors.forEach(e -> result.put(e, slot));
                                        }));
        return result;
    }

    /** Returns the first slot that a topology has on a node at present; null if it has none. */
    private static @Nullable String presentSlot(
            String node, String topology, Map<ExecutorId, String> present) {
        String keptSlot = null;
        for (Map.Entry<ExecutorId, String> entry : present.entrySet()) {
            String place = entry.getValue();
            if (entry.getKey().topology().equals(topology)
                    && Planner.nodeOf(place).equals(node)
                    && (keptSlot == null || place.compareTo(keptSlot) < 0)) {
                keptSlot = place;
            }
        }
        return keptSlot;
    }

    private static String takeFreeSlot(CostTree tree, String place, Set<String> used) {
        for (int p = 0; p < tree.placeCount(); p++) {
            String id = tree.place(p).id();
            if (Planner.nodeOf(id).equals(Planner.nodeOf(place)) && used.add(id)) {
                return id;
            }
        }
        return place; // no slot is free: the plan put two topologies into one slot
    }
}
