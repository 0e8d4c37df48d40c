package io.eyewall.cli.run;

import io.eyewall.engine.TaskOpening;
import java.util.List;

/**
 * The progress of a topology.
 *
 * @param topology the topology's name
 * @param uptimeSecs seconds since the topology's submission
 * @param components the user's components, in the order of their names
 * @param acked acked messages of all spouts since the start
 * @param failed failed messages of all spouts since the start, timeouts included
 * @param pending messages that are now neither acked nor failed
 * @param openings tasks that are being opened or prepared, for which spouts wait
 */
record TopologyProgress(
        String topology,
        int uptimeSecs,
        List<Component> components,
        long acked,
        long failed,
        long pending,
        List<TaskOpening> openings) {

    /**
     * The progress of one component, summed over its tasks.
     *
     * @param id the component's name
     * @param tuples tuples that a bolt has executed or a spout has emitted since the start
     * @param perSec the same per second, since the last poll or since the start
     * @param queued tuples that wait in mailboxes now
     * @param errors errors that the component has reported since the start
     */
    record Component(String id, long tuples, double perSec, long queued, long errors) {}

    TopologyProgress {
        components = List.copyOf(components);
        openings = List.copyOf(openings);
    }

    /**
     * Returns this progress with the numbers of pending messages and queued tuples of another one.
     */
    TopologyProgress withLeft(TopologyProgress then) {
        List<Component> withQueued =
                components.stream()
                        .map(
                                c ->
                                        new Component(
                                                c.id(),
                                                c.tuples(),
                                                c.perSec(),
                                                then.queued(c.id()),
                                                c.errors()))
                        .toList();
        return new TopologyProgress(
                topology, uptimeSecs, withQueued, acked, failed, then.pending, openings);
    }

    private long queued(String componentId) {
        return components.stream()
                .filter(component -> component.id().equals(componentId))
                .mapToLong(Component::queued)
                .sum();
    }

    /** Returns the number of tuples that wait in mailboxes. */
    long queued() {
        return components.stream().mapToLong(Component::queued).sum();
    }

    /** Returns the number of errors that components have reported since the start. */
    long errors() {
        return components.stream().mapToLong(Component::errors).sum();
    }
}
