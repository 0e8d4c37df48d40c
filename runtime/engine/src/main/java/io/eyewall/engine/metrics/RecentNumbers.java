package io.eyewall.engine.metrics;

import java.util.Map;

/**
 * A topology's counters, read together so that many readers can share them.
 *
 * @param metrics counters, latencies, queues and traffic
 * @param errorCounts number of reported errors by task
 * @param placement the last placement evaluations, and the number of moves
 */
public record RecentNumbers(
        TopologyMetrics metrics, Map<Integer, Long> errorCounts, PlacementReport placement) {}
