package io.eyewall.engine.metrics;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * A topology's counters at one moment.
 *
 * @param executors in the order of their first task; user components and Storm's system bolts
 * @param edges the traffic matrix; only edges that carried a tuple
 * @param completeLatency time from a spout's emit to its ack, in nanoseconds; empty without acking
 * @param recentLatency the same of the last complete second
 * @param cores all cores of the engine, in their order
 * @param heap heap of the whole process
 */
public record TopologyMetrics(
        List<ExecutorMetrics> executors,
        List<EdgeMetrics> edges,
        LatencySnapshot completeLatency,
        LatencySnapshot recentLatency,
        List<CoreMetrics> cores,
        HeapMetrics heap) {
    /** Creates metrics without heap usage. */
    public TopologyMetrics(
            List<ExecutorMetrics> executors,
            List<EdgeMetrics> edges,
            LatencySnapshot completeLatency,
            LatencySnapshot recentLatency,
            List<CoreMetrics> cores) {
        this(executors, edges, completeLatency, recentLatency, cores, HeapMetrics.UNKNOWN);
    }

    public TopologyMetrics {
        executors = List.copyOf(executors);
        edges = List.copyOf(edges);
        cores = List.copyOf(cores);
    }

    /** Returns the same metrics with other core counters. */
    public TopologyMetrics with(List<CoreMetrics> now) {
        return new TopologyMetrics(executors, edges, completeLatency, recentLatency, now, heap);
    }

    /**
     * Returns the counters by component. Components that have no executor at the moment are
     * missing.
     */
    public SortedMap<String, ComponentMetrics> byComponent() {
        return executors.stream()
                .collect(
                        Collectors.groupingBy(
                                executor -> executor.executor().componentId(),
                                TreeMap::new,
                                Collectors.collectingAndThen(
                                        Collectors.toList(), ComponentMetrics::of)));
    }

    /** Returns the sum of one counter over all executors. */
    public long sum(ToLongFunction<ExecutorMetrics> counter) {
        return ComponentMetrics.sum(executors, counter);
    }

    /** Returns a small table for people, not for programs: one line per component. */
    @Override
    public String toString() {
        return MetricsTable.of(this);
    }
}
