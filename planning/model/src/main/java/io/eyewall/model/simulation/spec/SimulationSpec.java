package io.eyewall.model.simulation.spec;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The complete description of a simulation.
 *
 * @param durationNs the simulated time
 * @param warmUpNs time from the start until totals begin to be counted
 * @param sampleNs time between two samples of a series
 * @param seed the seed of all random numbers
 * @param cluster the machines
 * @param topologies the topologies that run on them
 * @param scheduler how executors are placed
 * @param incidents events such as failures
 */
public record SimulationSpec(
        long durationNs,
        long warmUpNs,
        long sampleNs,
        long seed,
        ClusterSpec cluster,
        List<TopologySpec> topologies,
        SchedulerSpec scheduler,
        List<Incident> incidents) {
    public SimulationSpec {
        topologies = List.copyOf(topologies);
        incidents = List.copyOf(incidents);
        Check.positive("simulation", "duration", durationNs);
        Check.notNegative("simulation", "warm-up", warmUpNs);
        Check.positive("simulation", "sample", sampleNs);
        if (warmUpNs >= durationNs) {
            throw new IllegalArgumentException(
                    "simulation: the warm-up, %d s, must be shorter than the duration, %d s"
                            .formatted(warmUpNs / 1_000_000_000, durationNs / 1_000_000_000));
        }
        if (topologies.isEmpty()) {
            throw new IllegalArgumentException("there are no topologies to simulate");
        }
        Set<String> names = new HashSet<>();
        for (TopologySpec topology : topologies) {
            if (!names.add(topology.name())) {
                throw new IllegalArgumentException(
                        "two topologies are called '" + topology.name() + "'");
            }
        }
    }
}
