package io.eyewall.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A tuple that a bolt executed, as a {@link TopologyTestDriver} recorded it when {@code execute}
 * returned or threw.
 *
 * @param component who executed it
 * @param task which task of it
 * @param source who emitted it; {@code __system} for tick tuples
 * @param sourceTask which task of it
 * @param stream on which stream; {@code __tick} for tick tuples
 * @param values what it held
 * @param time when, by the driver's clock
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

    /** The value at an index. */
    public Object value(int index) {
        return values.get(index);
    }
}
