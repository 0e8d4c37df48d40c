package io.eyewall.server.prometheus;

import io.eyewall.control.health.Health;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.server.prometheus.Exposition.Type;
import java.util.Collection;

/** Writes the metrics of topologies as a whole. */
final class TopologyFamilies {
    private static final double NS_PER_SEC = 1e9;
    private static final String TOPOLOGY = "topology";

    private TopologyFamilies() {}

    static void write(Collection<TopologySnapshot> topologies, Exposition to) {
        to.family(
                "eyewall_topologies",
                Type.GAUGE,
                "",
                "Number of topologies that the server knows.");
        to.sample(topologies.size());
        if (topologies.isEmpty()) {
            return;
        }
        to.family(
                "eyewall_topology_status",
                Type.GAUGE,
                "",
                "1 for the topology's status, 0 for all others.");
        for (TopologySnapshot topology : topologies) {
            for (TopologyStatus status : TopologyStatus.values()) {
                to.sample(
                        topology.status() == status ? 1 : 0,
                        TOPOLOGY,
                        topology.name(),
                        "status",
                        status.name());
            }
        }
        to.family(
                "eyewall_topology_health",
                Type.GAUGE,
                "",
                "1 for the topology's health, 0 for all others.");
        for (TopologySnapshot topology : topologies) {
            topology.health()
                    .ifPresent(
                            word -> {
                                for (Health.Word each : Health.Word.values()) {
                                    to.sample(
                                            each == word ? 1 : 0,
                                            TOPOLOGY,
                                            topology.name(),
                                            "health",
                                            each.text());
                                }
                            });
        }
        to.family(
                "eyewall_topology_uptime_seconds",
                Type.GAUGE,
                "seconds",
                "Time since a topology was submitted.");
        topologies.forEach(t -> to.sample(t.uptimeSecs(), TOPOLOGY, t.name()));
        to.family(
                "eyewall_topology_crashes",
                Type.COUNTER,
                "",
                "Crashes of a topology's processes since the server was started.");
        topologies.forEach(t -> to.sample(t.crashes(), TOPOLOGY, t.name()));
        to.family(
                "eyewall_topology_executor_moves",
                Type.COUNTER,
                "",
                "Moves of executors to another core.");
        topologies.forEach(t -> to.sample(t.moves(), TOPOLOGY, t.name()));
        to.family(
                "eyewall_topology_complete_latency_seconds",
                Type.SUMMARY,
                "seconds",
                "Time from a spout's emit to its ack since the topology was submitted, for a sample"
                        + " of the messages; the count is that of the sample.");
        topologies.forEach(t -> writeLatency(t.name(), t.metrics().completeLatency(), to));
    }

    private static void writeLatency(String name, LatencySnapshot latency, Exposition to) {
        if (latency.count() > 0) {
            to.line("", latency.p50Ns() / NS_PER_SEC, TOPOLOGY, name, "quantile", "0.5");
            to.line("", latency.p99Ns() / NS_PER_SEC, TOPOLOGY, name, "quantile", "0.99");
            to.line("", latency.p999Ns() / NS_PER_SEC, TOPOLOGY, name, "quantile", "0.999");
            to.line("", latency.maxNs() / NS_PER_SEC, TOPOLOGY, name, "quantile", "1.0");
        }
        to.line("_sum", latency.meanNs() * latency.count() / NS_PER_SEC, TOPOLOGY, name);
        to.line("_count", (double) latency.count(), TOPOLOGY, name);
    }
}
