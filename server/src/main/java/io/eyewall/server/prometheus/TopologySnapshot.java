package io.eyewall.server.prometheus;

import io.eyewall.control.ServedTopology;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.engine.metrics.TopologyMetrics;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One topology's numbers, summed up so that their number is that of components and streams, which
 * its code bounds, and not that of tasks.
 *
 * @param name of the topology
 * @param status where it is in its life
 * @param health how it is; empty where nobody follows that
 * @param uptimeSecs seconds since its submission
 * @param crashes how often a process of it has ended unasked; 0 where nobody counts
 * @param moves how often an executor has been moved to another core
 * @param metrics of its executors
 * @param components sums by component
 * @param errors reported so far, by component
 * @param edges tuples sent from one component to another on a stream
 */
record TopologySnapshot(
        String name,
        TopologyStatus status,
        Optional<Health.Word> health,
        int uptimeSecs,
        int crashes,
        int moves,
        TopologyMetrics metrics,
        Map<String, ComponentTotals> components,
        Map<String, Long> errors,
        Map<Edge, Long> edges) {
    /** Stands for a subscriber of which the engine counts all tasks together. */
    private static final String MANY_TASKS = "*";

    /** Between two components. */
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
     * Of each name one: a name is given again when its topology is over.
     *
     * @param topologies later ones replace earlier ones
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
        Map<String, ComponentTotals> components = new TreeMap<>();
        for (ExecutorMetrics executor : metrics.executors()) {
            components
                    .computeIfAbsent(executor.executor().componentId(), id -> new ComponentTotals())
                    .add(executor);
        }
        Map<String, Long> errors = new TreeMap<>();
        numbers.errorCounts()
                .forEach(
                        (task, count) ->
                                errors.merge(
                                        componentOf.getOrDefault(task, MANY_TASKS),
                                        count,
                                        Long::sum));
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
                topology instanceof ServedTopology served
                        ? served.health().map(Health::word)
                        : Optional.empty(),
                topology.uptimeSecs(),
                topology instanceof ServedTopology served ? served.crashes().count() : 0,
                numbers.placement().moves(),
                metrics,
                components,
                errors,
                edges);
    }
}
