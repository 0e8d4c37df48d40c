package io.eyewall.server.store;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * The orders that a topology has accepted since its submission; a new process of the topology
 * applies them again.
 *
 * @param active whether its spouts emit
 * @param executors numbers of executors by component, as of the last rebalance
 * @param confOverrides configuration entries that rebalances have changed
 */
public record Orders(
        boolean active, Map<String, Integer> executors, Map<String, Object> confOverrides) {
    public Orders {
        executors = Map.copyOf(executors);
        confOverrides = Collections.unmodifiableMap(new HashMap<>(confOverrides)); // nulls allowed
    }

    /** Returns the orders of a topology that has accepted none yet. */
    public static Orders initial(boolean active) {
        return new Orders(active, Map.of(), Map.of());
    }

    /** Returns these orders with active or inactive spouts. */
    public Orders withActive(boolean spoutsActive) {
        return new Orders(spoutsActive, executors, confOverrides);
    }

    /** Returns these orders after another rebalance. */
    public Orders withRebalance(Map<String, Integer> counts, Map<String, Object> overrides) {
        Map<String, Integer> allCounts = new HashMap<>(executors);
        allCounts.putAll(counts);
        Map<String, Object> allOverrides = new HashMap<>(confOverrides);
        allOverrides.putAll(overrides);
        return new Orders(active, allCounts, allOverrides);
    }
}
