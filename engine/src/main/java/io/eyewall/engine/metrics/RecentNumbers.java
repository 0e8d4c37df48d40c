package io.eyewall.engine.metrics;

import java.util.Map;

/**
 * What a topology counted, taken together, to be shared by all who read it.
 *
 * @param metrics counters, latencies, queues and traffic
 * @param errorCounts how many errors tasks have reported, by task
 * @param placement where executors should run; how often they have moved
 */
public record RecentNumbers(
        TopologyMetrics metrics, Map<Integer, Long> errorCounts, PlacementReport placement) {}
