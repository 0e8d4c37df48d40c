package io.eyewall.cli;

import java.util.List;

/**
 * How a topology did since the last look at it.
 *
 * @param topology its name
 * @param uptimeSecs since its submission
 * @param components of the user, in the order of their names
 * @param acked messages of all spouts, since the start
 * @param failed likewise, timeouts included
 * @param pending messages neither acked nor failed now
 */
record Progress(
        String topology,
        int uptimeSecs,
        List<Component> components,
        long acked,
        long failed,
        long pending) {

    /**
     * One component, all its tasks together.
     *
     * @param id its name
     * @param tuples executed, or emitted if it is a spout, since the start
     * @param perSec the same per second since the last look
     * @param queued tuples that wait in mailboxes now
     */
    record Component(String id, long tuples, double perSec, long queued) {}

    Progress {
        components = List.copyOf(components);
    }
}
