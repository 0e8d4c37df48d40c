package io.eyewall.server.prometheus;

import io.eyewall.control.health.Health;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.server.prometheus.Exposition.Type;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Writes the metrics of topologies as a whole. */
final class TopologyFamilies {
    private static final double NS_PER_SEC = 1e9;
    private static final double MS_PER_SEC = 1e3;
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
        writeSnapshots(topologies, to);
        to.family(
                "eyewall_topology_complete_latency_seconds",
                Type.SUMMARY,
                "seconds",
                "Time from a spout's emit to its ack since the topology was submitted, for a sample"
                        + " of the messages; the count is that of the sample.");
        topologies.forEach(t -> writeLatency(t.name(), t.metrics().completeLatency(), to));
    }

    /** A metric of snapshots; its name lacks the prefix that all of them have. */
    private record SnapshotFamily(
            String name,
            Type type,
            String unit,
            String help,
            ToDoubleFunction<SnapshotReport> value) {}

    private static final List<SnapshotFamily> OF_SNAPSHOTS =
            List.of(
                    new SnapshotFamily(
                            "number",
                            Type.GAUGE,
                            "",
                            "Number of the newest whole snapshot; 0: there is none.",
                            SnapshotReport::number),
                    new SnapshotFamily(
                            "age_seconds",
                            Type.GAUGE,
                            "seconds",
                            "Time since the newest snapshot was whole.",
                            report -> report.ageMs() / MS_PER_SEC),
                    new SnapshotFamily(
                            "duration_seconds",
                            Type.GAUGE,
                            "seconds",
                            "Time from the beginning of the newest snapshot until it was whole.",
                            report -> report.tookMs() / MS_PER_SEC),
                    new SnapshotFamily(
                            "alignment_seconds",
                            Type.GAUGE,
                            "seconds",
                            "Longest time for which a task waited for the markers of the newest"
                                    + " snapshot.",
                            report -> report.alignedMs() / MS_PER_SEC),
                    new SnapshotFamily(
                            "size_bytes",
                            Type.GAUGE,
                            "bytes",
                            "Size of the newest snapshot.",
                            SnapshotReport::bytes),
                    new SnapshotFamily(
                            "failing",
                            Type.GAUGE,
                            "",
                            "1 if the last attempt to write a snapshot has failed, else 0.",
                            report -> report.failure().isEmpty() ? 0 : 1),
                    new SnapshotFamily(
                            "rollbacks",
                            Type.COUNTER,
                            "",
                            "Returns of a topology's process to a snapshot, after a failure.",
                            SnapshotReport::rollbacks));

    private static void writeSnapshots(Collection<TopologySnapshot> topologies, Exposition to) {
        List<TopologySnapshot> taking =
                topologies.stream().filter(t -> t.snapshots().isPresent()).toList();
        if (taking.isEmpty()) {
            return;
        }
        for (SnapshotFamily family : OF_SNAPSHOTS) {
            to.family(
                    "eyewall_topology_snapshot_" + family.name(),
                    family.type(),
                    family.unit(),
                    family.help());
            for (TopologySnapshot topology : taking) {
                double value = family.value().applyAsDouble(topology.snapshots().orElseThrow());
                to.sample(value, TOPOLOGY, topology.name());
            }
        }
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
