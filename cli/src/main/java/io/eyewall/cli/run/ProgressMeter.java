package io.eyewall.cli.run;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ComponentPlan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Computes rates from a topology's counters. Used by one thread. */
final class ProgressMeter {
    private static final double NS_PER_SEC = 1e9;

    private final RunningTopology topology;
    private final long firstNs;
    private Map<String, Long> lastTuples = Map.of();
    private long lastNs;

    /**
     * Creates a meter whose rates count from now.
     *
     * @param topology the topology to measure
     * @param nowNs the current {@code System.nanoTime}
     */
    ProgressMeter(RunningTopology topology, long nowNs) {
        this.topology = topology;
        firstNs = nowNs;
        lastNs = nowNs;
    }

    /** Returns the progress since the last call. */
    TopologyProgress measure(long nowNs) {
        List<ExecutorMetrics> executors = userExecutors();
        TopologyProgress progress = progress(executors, lastTuples, nowNs - lastNs);
        lastTuples = tuples(executors);
        lastNs = nowNs;
        return progress;
    }

    /**
     * Returns the progress since the start; rates are means.
     *
     * @param left the progress at the moment when the topology was killed, for the pending and
     *     queued numbers, which are no longer available once it is over; null if it was not killed
     */
    TopologyProgress total(long nowNs, @Nullable TopologyProgress left) {
        TopologyProgress total = progress(userExecutors(), Map.of(), nowNs - firstNs);
        return left == null ? total : total.withLeft(left);
    }

    private List<ExecutorMetrics> userExecutors() {
        return topology.metrics().executors().stream()
                .filter(executor -> component(executor).isUser())
                .toList();
    }

    private ComponentPlan component(ExecutorMetrics executor) {
        return topology.plan().component(executor.executor().componentId());
    }

    /** Returns the sum of a number over the executors of each component. */
    private static Map<String, Long> sum(
            List<ExecutorMetrics> executors, ToLongFunction<ExecutorMetrics> number) {
        return executors.stream()
                .collect(
                        Collectors.groupingBy(
                                executor -> executor.executor().componentId(),
                                TreeMap::new,
                                Collectors.summingLong(number)));
    }

    private Map<String, Long> tuples(List<ExecutorMetrics> executors) {
        return sum(
                executors,
                executor ->
                        component(executor).kind() == Kind.SPOUT
                                ? executor.emittedByUser()
                                : executor.executed());
    }

    private TopologyProgress progress(
            List<ExecutorMetrics> executors, Map<String, Long> before, long elapsedNs) {
        double seconds = Math.max(1, elapsedNs) / NS_PER_SEC;
        Map<String, Long> queued = sum(executors, ExecutorMetrics::queuedTuples);
        Map<String, Long> errors = errors();
        List<TopologyProgress.Component> components = new ArrayList<>();
        tuples(executors)
                .forEach(
                        (id, tuples) ->
                                components.add(
                                        new TopologyProgress.Component(
                                                id,
                                                tuples,
                                                (tuples - before.getOrDefault(id, 0L)) / seconds,
                                                queued.getOrDefault(id, 0L),
                                                errors.getOrDefault(id, 0L))));
        List<ExecutorMetrics> spouts =
                executors.stream().filter(e -> component(e).kind() == Kind.SPOUT).toList();
        return new TopologyProgress(
                topology.plan().name(),
                topology.uptimeSecs(),
                components,
                spouts.stream().mapToLong(ExecutorMetrics::acked).sum(),
                spouts.stream().mapToLong(ExecutorMetrics::failed).sum(),
                spouts.stream().mapToLong(ExecutorMetrics::pendingMessages).sum(),
                topology.status().isOver() ? List.of() : topology.openings());
    }

    /** Returns the number of reported errors by component. */
    private Map<String, Long> errors() {
        return topology.errorCounts().entrySet().stream()
                .collect(
                        Collectors.groupingBy(
                                entry -> topology.plan().executorOf(entry.getKey()).componentId(),
                                Collectors.summingLong(Map.Entry::getValue)));
    }
}
