package io.eyewall.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A tuple that a task emitted, as a {@link TopologyTestDriver} recorded it.
 *
 * @param component who emitted it
 * @param task which task of it
 * @param stream on which stream
 * @param values what it held at the time
 * @param messageIds the spout messages that it belongs to: for a spout its own message id, for a
 *     bolt those of its anchors; empty if it is not tracked
 * @param targets the tasks that it was sent to, in the order of sending; empty if nobody subscribes
 * @param time when, by the driver's clock
 */
public record EmittedTuple(
        String component,
        int task,
        String stream,
        List<Object> values,
        List<Object> messageIds,
        List<Integer> targets,
        Instant time) {
    public EmittedTuple {
        values = Collections.unmodifiableList(new ArrayList<>(values)); // may hold nulls
        messageIds = List.copyOf(messageIds);
        targets = List.copyOf(targets);
    }

    /** The value at an index. */
    public Object value(int index) {
        return values.get(index);
    }
}
