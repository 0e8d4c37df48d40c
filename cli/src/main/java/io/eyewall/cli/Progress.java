package io.eyewall.cli;

import io.eyewall.engine.TaskOpening;
import java.util.List;

/**
 * How a topology does.
 *
 * @param topology its name
 * @param uptimeSecs since its submission
 * @param components of the user, in the order of their names
 * @param acked messages of all spouts, since the start
 * @param failed likewise, timeouts included
 * @param pending messages neither acked nor failed now
 * @param openings tasks that are being opened or prepared, for which spouts wait
 */
record Progress(
        String topology,
        int uptimeSecs,
        List<Component> components,
        long acked,
        long failed,
        long pending,
        List<TaskOpening> openings) {

    /**
     * One component, all its tasks together.
     *
     * @param id its name
     * @param tuples executed, or emitted if it is a spout, since the start
     * @param perSec the same per second: since the last look, or in all
     * @param queued tuples that wait in mailboxes now
     * @param errors that it has reported since the start
     */
    record Component(String id, long tuples, double perSec, long queued, long errors) {}

    Progress {
        components = List.copyOf(components);
        openings = List.copyOf(openings);
    }

    /** The same with what was pending and queued at another moment. */
    Progress withLeft(Progress then) {
        List<Component> all =
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
        return new Progress(topology, uptimeSecs, all, acked, failed, then.pending, openings);
    }

    private long queued(String componentId) {
        return components.stream()
                .filter(component -> component.id().equals(componentId))
                .mapToLong(Component::queued)
                .sum();
    }

    /** Tuples that wait in mailboxes now. */
    long queued() {
        return components.stream().mapToLong(Component::queued).sum();
    }

    /** Errors that components have reported since the start. */
    long errors() {
        return components.stream().mapToLong(Component::errors).sum();
    }
}
