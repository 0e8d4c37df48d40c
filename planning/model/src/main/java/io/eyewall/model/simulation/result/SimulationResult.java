package io.eyewall.model.simulation.result;

import java.util.List;

/**
 * The result of a simulation.
 *
 * @param topologies in the order of the description
 * @param cluster samples of the cluster's state, in order
 * @param nodes number of nodes with workers at the end
 * @param workers number of workers at the end
 * @param moves total number of moves of executors
 * @param cores number of cores that were occupied, on average after the warm-up
 * @param changes the changes of the cluster, in order
 * @param events number of simulated events
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

    /** Returns the result of a topology. */
    public TopologyResult topology(String name) {
        return topologies.stream()
                .filter(topology -> topology.topology().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topology '" + name + "'"));
    }
}
