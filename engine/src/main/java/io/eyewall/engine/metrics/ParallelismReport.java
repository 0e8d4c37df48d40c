package io.eyewall.engine.metrics;

import java.util.List;

/**
 * How the numbers of executors follow the load.
 *
 * @param components those that follow it, as they were at the last look; none if the topology's do
 *     not
 * @param changes the last changes, oldest first
 */
public record ParallelismReport(List<Component> components, List<Change> changes) {
    /** Nothing has followed the load so far. */
    public static final ParallelismReport NONE = new ParallelismReport(List.of(), List.of());

    public ParallelismReport {
        components = List.copyOf(components);
        changes = List.copyOf(changes);
    }

    /**
     * One component.
     *
     * @param componentId its name
     * @param executors how many it has
     * @param least how many it keeps: with so many it was submitted, or left by hand
     * @param busy how busy all its executors were themselves, in executors' worth
     * @param state why that number stays, or changes
     */
    public record Component(
            String componentId, int executors, int least, double busy, String state) {}

    /**
     * A number that was changed.
     *
     * @param timeMs when, in milliseconds since 1970 by the engine's clock
     * @param componentId of whose executors
     * @param before how many there were
     * @param after how many there are
     * @param reason why
     */
    public record Change(long timeMs, String componentId, int before, int after, String reason) {}
}
