package io.eyewall.model.simulation.result;

import java.util.List;

/**
 * The result of a topology, after the warm-up.
 *
 * @param topology its name
 * @param acked number of acked messages (without acking: tuples processed by bolts that emit
 *     nothing)
 * @param ackedPerSec {@code acked} per second
 * @param failed number of failed messages
 * @param meanMs mean latency in milliseconds; NaN if nothing was acked
 * @param p50Ms median of the latency
 * @param p99Ms 99th percentile of the latency
 * @param backlog number of messages that waited at the spouts' sources at the end
 * @param components results of its components
 * @param series samples of the whole run
 */
public record TopologyResult(
        String topology,
        long acked,
        double ackedPerSec,
        long failed,
        double meanMs,
        double p50Ms,
        double p99Ms,
        long backlog,
        List<ComponentResult> components,
        List<ResultSample> series) {
    public TopologyResult {
        components = List.copyOf(components);
        series = List.copyOf(series);
    }
}
