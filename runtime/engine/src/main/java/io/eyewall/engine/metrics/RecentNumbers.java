package io.eyewall.engine.metrics;

import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.Map;
import java.util.Optional;

/**
 * A topology's counters, read together so that many readers can share them.
 *
 * @param metrics counters, latencies, queues and traffic
 * @param errorCounts number of reported errors by task
 * @param placement the last placement evaluations, and the number of moves
 * @param snapshots how the topology's snapshots are; empty if it takes none
 */
public record RecentNumbers(
        TopologyMetrics metrics,
        Map<Integer, Long> errorCounts,
        PlacementReport placement,
        Optional<SnapshotReport> snapshots) {}
