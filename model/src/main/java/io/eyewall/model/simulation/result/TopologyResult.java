package io.eyewall.model.simulation.result;

import java.util.List;

/**
 * A topology, after the warm-up.
 *
 * @param topology its name
 * @param acked messages that were done (without acking: tuples that reached the end)
 * @param ackedPerSec the same per second
 * @param failed messages that failed
 * @param meanMs average processing time; NaN if there is none
 * @param p50Ms half of them took no longer
 * @param p99Ms 99% of them took no longer
 * @param backlog messages that waited outside at the end
 * @param components its components
 * @param series over the whole run
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
        List<Sample> series) {
    public TopologyResult {
        components = List.copyOf(components);
        series = List.copyOf(series);
    }
}
