package io.eyewall.server.prometheus;

import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.server.prometheus.Exposition.Type;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** Writes the metrics of cores; every topology has its own cores. */
final class CoreFamilies {
    private static final double NS_PER_SEC = 1e9;

    private CoreFamilies() {}

    static void write(Collection<TopologySnapshot> topologies, Exposition to) {
        if (topologies.stream().allMatch(topology -> topology.metrics().cores().isEmpty())) {
            return;
        }
        to.family(
                "eyewall_core_busy_seconds",
                Type.COUNTER,
                "seconds",
                "Time for which a core was busy.");
        write(topologies, core -> core.busyNs() / NS_PER_SEC, to);
        to.family(
                "eyewall_core_sleeps",
                Type.COUNTER,
                "",
                "Number of times that a core's thread went to sleep.");
        write(topologies, CoreMetrics::sleeps, to);
        to.family("eyewall_core_executors", Type.GAUGE, "", "Number of executors on a core.");
        write(topologies, CoreMetrics::executors, to);
    }

    private static void write(
            Collection<TopologySnapshot> topologies,
            ToDoubleFunction<CoreMetrics> value,
            Exposition to) {
        for (TopologySnapshot topology : topologies) {
            for (CoreMetrics core : topology.metrics().cores()) {
                to.sample(
                        value.applyAsDouble(core),
                        "topology",
                        topology.name(),
                        "core",
                        Integer.toString(core.core()));
            }
        }
    }
}
