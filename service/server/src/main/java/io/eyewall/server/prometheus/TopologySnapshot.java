package io.eyewall.server.prometheus;

import io.eyewall.control.ServedTopology;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ComponentMetrics;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The metrics of one topology at one moment, aggregated so that the number of time series depends
 * on components and streams, which the topology's code limits, and not on tasks.
 *
 * @param name the topology's name
 * @param status the topology's status
 * @param health the topology's health; empty if health is not tracked
 * @param uptimeSecs seconds since its submission
 * @param crashes number of crashes of its processes; 0 if crashes are not counted
 * @param moves number of executors' moves to another core
 * @param snapshots how its consistent snapshots are; empty if it takes none
 * @param metrics metrics of the topology and its executors
 * @param components counters by component
 * @param errors number of errors reported so far, by component
 * @param edges number of tuples sent from one component to another, by stream
 */
record TopologySnapshot(
        String name,
        TopologyStatus status,
        Optional<Health.Word> health,
        int uptimeSecs,
        int crashes,
        int moves,
        Optional<SnapshotReport> snapshots,
        TopologyMetrics metrics,
        SortedMap<String, ComponentMetrics> components,
        Map<String, Long> errors,
        Map<Edge, Long> edges) {
    /** Stands for a subscriber whose tasks the engine counts together. */
    private static final String MANY_TASKS = "*";

    /** A stream between two components. */
    record Edge(String source, String stream, String target) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            int bySource = source.compareTo(other.source);
            int byStream = stream.compareTo(other.stream);
            return bySource != 0
                    ? bySource
                    : byStream != 0 ? byStream : target.compareTo(other.target);
        }
    }

    /**
     * Makes one snapshot for each name: a name can be used again when its topology is over.
     *
     * @param topologies of two with the same name, the one that was submitted later counts
     */
    static Collection<TopologySnapshot> of(Collection<RunningTopology> topologies) {
        Map<String, RunningTopology> byName = new TreeMap<>();
        for (RunningTopology topology : topologies) {
            byName.merge(
                    topology.plan().name(),
                    topology,
                    (one, other) -> other.launchTimeSecs() >= one.launchTimeSecs() ? other : one);
        }
        return byName.values().stream().map(TopologySnapshot::of).toList();
    }

    private static TopologySnapshot of(RunningTopology topology) {
        RecentNumbers numbers = topology.recent();
        TopologyMetrics metrics = numbers.metrics();
        Map<Integer, String> componentOf = topology.plan().taskToComponent();
        Map<Edge, Long> edges = new TreeMap<>();
        for (EdgeMetrics edge : metrics.edges()) {
            Edge key =
                    new Edge(
                            componentOf.getOrDefault(edge.sourceTask(), MANY_TASKS),
                            edge.streamId(),
                            componentOf.getOrDefault(edge.targetTask(), MANY_TASKS));
            edges.merge(key, edge.tuples(), Long::sum);
        }
        return new TopologySnapshot(
                topology.plan().name(),
                topology.status(),
                ServedTopology.healthOf(topology).map(Health::word),
                topology.uptimeSecs(),
                topology instanceof ServedTopology served ? served.crashes().count() : 0,
                numbers.placement().moves(),
                numbers.snapshots(),
                metrics,
                metrics.byComponent(),
                TopologySample.errorsByComponent(topology.plan(), numbers.errorCounts()),
                edges);
    }
}
