package io.eyewall.engine.metrics;

import java.util.List;

/**
 * A topology's numbers at one moment.
 *
 * @param executors in the order of their first task; user components and Storm's system bolts
 * @param edges the traffic matrix; only edges that carried a tuple
 * @param completeLatency time from a spout's emit to its ack, in nanoseconds; empty without acking
 * @param recentLatency the same of the last whole second
 * @param cores all cores of the engine, in their order
 * @param heap of the whole process
 */
public record TopologyMetrics(
        List<ExecutorMetrics> executors,
        List<EdgeMetrics> edges,
        LatencySnapshot completeLatency,
        LatencySnapshot recentLatency,
        List<CoreMetrics> cores,
        HeapMetrics heap) {
    /** Numbers of which nobody has a heap. */
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

    /** The same of the topology, with other numbers of the cores. */
    public TopologyMetrics with(List<CoreMetrics> now) {
        return new TopologyMetrics(executors, edges, completeLatency, recentLatency, now, heap);
    }

    /** A small table, one line per component: for people, not for programs. */
    @Override
    public String toString() {
        return MetricsTable.of(this);
    }
}
