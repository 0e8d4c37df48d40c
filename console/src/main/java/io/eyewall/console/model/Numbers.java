package io.eyewall.console.model;

/**
 * What a topology did within a short time.
 *
 * @param timeMs when, in milliseconds since 1970
 * @param totals of the topology
 * @param components a row each, as {@link Columns} says
 * @param edges likewise
 * @param executors likewise
 * @param tasks likewise
 * @param cores likewise
 * @param crossing tuples per second from core to core, a row for each sender
 */
public record Numbers(
        long timeMs,
        Totals totals,
        Table components,
        Table edges,
        Table executors,
        Table tasks,
        Table cores,
        Table crossing) {
    Numbers with(Totals others) {
        return new Numbers(timeMs, others, components, edges, executors, tasks, cores, crossing);
    }
}
