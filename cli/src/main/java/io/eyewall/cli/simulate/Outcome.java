package io.eyewall.cli.simulate;

import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import java.util.List;

/**
 * A run and what it has found.
 *
 * @param name of the variant
 * @param wallSec how long it took here
 */
record Outcome(String name, SimulationResult result, double wallSec) {
    /** Above so many topologies, tables and plots have their sum only. */
    static final int MOST_TOPOLOGIES = 8;

    /** Messages that were done per second, in all topologies. */
    double ackedPerSec() {
        return result.topologies().stream().mapToDouble(TopologyResult::ackedPerSec).sum();
    }

    long failed() {
        return result.topologies().stream().mapToLong(TopologyResult::failed).sum();
    }

    /** The average over all messages. */
    double meanMs() {
        List<TopologyResult> done =
                result.topologies().stream().filter(topology -> topology.acked() > 0).toList();
        double messages = done.stream().mapToDouble(TopologyResult::acked).sum();
        return done.stream().mapToDouble(t -> t.meanMs() * t.acked()).sum() / messages;
    }

    /** Of the topology that is worst off. */
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
