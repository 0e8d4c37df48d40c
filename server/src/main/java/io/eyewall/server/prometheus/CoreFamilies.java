package io.eyewall.server.prometheus;

import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.server.prometheus.Exposition.Type;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the cores of the engine do, which all topologies share. */
final class CoreFamilies {
    private static final double NS_PER_SEC = 1e9;

    private CoreFamilies() {}

    static void write(Collection<TopologySnapshot> topologies, Exposition to) {
        List<CoreMetrics> cores =
                topologies.stream()
                        .map(topology -> topology.metrics().cores())
                        .filter(found -> !found.isEmpty())
                        .findFirst()
                        .orElse(List.of());
        if (cores.isEmpty()) {
            return;
        }
        to.family(
                "eyewall_core_busy_seconds",
                Type.COUNTER,
                "seconds",
                "Time in which a core had something to do.");
        write(cores, core -> core.busyNs() / NS_PER_SEC, to);
        to.family(
                "eyewall_core_sleeps",
                Type.COUNTER,
                "",
                "How often a core's thread went to sleep.");
        write(cores, CoreMetrics::sleeps, to);
        to.family("eyewall_core_executors", Type.GAUGE, "", "Executors that a core has now.");
        write(cores, CoreMetrics::executors, to);
    }

    private static void write(
            List<CoreMetrics> cores, ToDoubleFunction<CoreMetrics> value, Exposition to) {
        for (CoreMetrics core : cores) {
            to.sample(value.applyAsDouble(core), "core", Integer.toString(core.core()));
        }
    }
}
