package io.eyewall.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A tuple that a bolt executed, as a {@link TopologyTestDriver} recorded it when {@code execute}
 * returned or threw.
 *
 * @param component component that executed it
 * @param task task that executed it
 * @param source component that emitted it; {@code __system} for tick tuples
 * @param sourceTask task that emitted it
 * @param stream stream on which it was emitted; {@code __tick} for tick tuples
 * @param values its values
 * @param time time of the execution by the driver's clock
 */
public record ExecutedTuple(
        String component,
        int task,
        String source,
        int sourceTask,
        String stream,
        List<Object> values,
        Instant time) {
    public ExecutedTuple {
        values = Collections.unmodifiableList(new ArrayList<>(values)); // may hold nulls
    }

    /** Returns the value at an index. */
    public Object value(int index) {
        return values.get(index);
    }
}
