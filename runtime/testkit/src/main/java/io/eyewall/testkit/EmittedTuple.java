package io.eyewall.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A tuple that a task emitted, as a {@link TopologyTestDriver} recorded it.
 *
 * @param component component that emitted it
 * @param task task that emitted it
 * @param stream stream on which it was emitted
 * @param values the tuple's values when it was emitted
 * @param messageIds ids of the messages that the tuple belongs to: for a spout the id that it
 *     emitted, for a bolt the ids of the tuple's anchors; empty if the tuple is not tracked
 * @param targets tasks that the tuple was sent to, in the order of sending; empty without
 *     subscribers
 * @param time time of the emit by the driver's clock
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

    /** Returns the value at an index. */
    public Object value(int index) {
        return values.get(index);
    }
}
