package io.eyewall.server.store;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * The orders that a topology was given since it was submitted; it obeys them again when its process
 * is started anew.
 *
 * @param active whether its spouts emit
 * @param executors numbers of executors by component, as it was rebalanced last
 * @param confOverrides what rebalances have changed of its configuration
 */
public record Orders(
        boolean active, Map<String, Integer> executors, Map<String, Object> confOverrides) {
    public Orders {
        executors = Map.copyOf(executors);
        confOverrides = Collections.unmodifiableMap(new HashMap<>(confOverrides)); // nulls allowed
    }

    /** Of a topology that was told nothing yet. */
    public static Orders first(boolean active) {
        return new Orders(active, Map.of(), Map.of());
    }

    /** The same, with spouts that emit or don't. */
    public Orders withActive(boolean now) {
        return new Orders(now, executors, confOverrides);
    }

    /** The same after another rebalance. */
    public Orders rebalanced(Map<String, Integer> counts, Map<String, Object> overrides) {
        Map<String, Integer> allCounts = new HashMap<>(executors);
        allCounts.putAll(counts);
        Map<String, Object> allOverrides = new HashMap<>(confOverrides);
        allOverrides.putAll(overrides);
        return new Orders(active, allCounts, allOverrides);
    }
}
