package io.eyewall.model.simulation.result;

import java.util.List;

/**
 * What a run has found.
 *
 * @param topologies in the order of the description
 * @param cluster its series
 * @param nodes that had workers at the end
 * @param workers at the end
 * @param moves executors that changed their place, in all
 * @param cores busy on average after the warm-up
 * @param changes what happened, in order
 * @param events that were simulated
 */
public record SimulationResult(
        List<TopologyResult> topologies,
        List<ClusterSample> cluster,
        int nodes,
        int workers,
        int moves,
        double cores,
        List<Change> changes,
        long events) {
    public SimulationResult {
        topologies = List.copyOf(topologies);
        cluster = List.copyOf(cluster);
        changes = List.copyOf(changes);
    }

    /** A topology's part. */
    public TopologyResult topology(String name) {
        return topologies.stream()
                .filter(topology -> topology.topology().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topology '" + name + "'"));
    }
}
