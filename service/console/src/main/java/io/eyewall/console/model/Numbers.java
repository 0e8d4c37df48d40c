package io.eyewall.console.model;

/**
 * The activity of a topology between two samples.
 *
 * @param timeMs the time in milliseconds since 1970
 * @param totals the topology's totals
 * @param components a row per component, with the columns of {@link Columns}
 * @param edges a row per edge
 * @param executors a row per executor
 * @param tasks a row per task
 * @param cores a row per core
 * @param crossing tuples per second from core to core, a row per sending core
 */
public record Numbers(
        long timeMs,
        TopologyTotals totals,
        RowTable components,
        RowTable edges,
        RowTable executors,
        RowTable tasks,
        RowTable cores,
        RowTable crossing) {
    Numbers with(TopologyTotals others) {
        return new Numbers(timeMs, others, components, edges, executors, tasks, cores, crossing);
    }
}
