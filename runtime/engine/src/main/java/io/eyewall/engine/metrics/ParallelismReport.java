package io.eyewall.engine.metrics;

import java.util.List;

/**
 * How the numbers of executors follow the load.
 *
 * @param components the components that follow it, as of the last evaluation; empty if the topology
 *     does not follow its load
 * @param changes the last changes, oldest first
 */
public record ParallelismReport(List<Component> components, List<Change> changes) {
    /** No component has followed its load so far. */
    public static final ParallelismReport NONE = new ParallelismReport(List.of(), List.of());

    public ParallelismReport {
        components = List.copyOf(components);
        changes = List.copyOf(changes);
    }

    /**
     * A component that follows its load.
     *
     * @param componentId its name
     * @param executors its number of executors
     * @param least its minimum number of executors: as submitted, or as last set by a person
     * @param busy load of all its executors themselves; 1.5 = one and a half executors all the time
     * @param state the reason why the number stays or changes, for people
     */
    public record Component(
            String componentId, int executors, int least, double busy, String state) {}

    /**
     * A change of a component's number of executors.
     *
     * @param timeMs milliseconds since 1970, by the engine's clock
     * @param componentId the component
     * @param before the number before
     * @param after the number after
     * @param reason the reason, for people
     */
    public record Change(long timeMs, String componentId, int before, int after, String reason) {}
}
