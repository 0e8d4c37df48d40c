package io.eyewall.cli.simulate;

import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import java.util.List;

/**
 * A run of the simulator and its result.
 *
 * @param name the run's name in the description
 * @param wallSec the real time of the run in seconds
 */
record Outcome(String name, SimulationResult result, double wallSec) {
    /**
     * Maximum number of topologies that tables and plots show one by one; of more, tables show the
     * sum, and plots the first one.
     */
    static final int MAX_TOPOLOGIES = 8;

    /** Returns acked messages per second, summed over all topologies. */
    double ackedPerSec() {
        return result.topologies().stream().mapToDouble(TopologyResult::ackedPerSec).sum();
    }

    long failed() {
        return result.topologies().stream().mapToLong(TopologyResult::failed).sum();
    }

    /** Returns the mean latency of acked messages in milliseconds; NaN if there are none. */
    double meanMs() {
        List<TopologyResult> withAcks =
                result.topologies().stream().filter(topology -> topology.acked() > 0).toList();
        double messages = withAcks.stream().mapToDouble(TopologyResult::acked).sum();
        return withAcks.stream().mapToDouble(t -> t.meanMs() * t.acked()).sum() / messages;
    }

    /** Returns the highest p99 latency of any topology in milliseconds; NaN if none has one. */
    double p99Ms() {
        return result.topologies().stream()
                .mapToDouble(TopologyResult::p99Ms)
                .filter(ms -> !Double.isNaN(ms))
                .max()
                .orElse(Double.NaN);
    }

    long backlog() {
        return result.topologies().stream().mapToLong(TopologyResult::backlog).sum();
    }
}
