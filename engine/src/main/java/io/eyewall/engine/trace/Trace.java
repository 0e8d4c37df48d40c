package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What followed from one message of a spout, as far as it has come. It may go on after it was asked
 * for: spans and times are added, none changes that is there.
 *
 * @param number counts the traces of the topology, from 1
 * @param id 32 hexadecimal digits, not all 0: as W3C's trace context has it
 * @param startMicros when the message was emitted, in microseconds since 1970
 * @param outcome what has become of the message
 * @param durationNs from the emit to the outcome; -1 as long as that is pending
 * @param replayOf the message that had failed and is emitted again with this one; else null
 * @param spans in the order of their numbers, the message's own first
 * @param leftOut tuples and emits that are not shown, for want of room
 */
public record Trace(
        long number,
        String id,
        long startMicros,
        TraceOutcome outcome,
        long durationNs,
        @Nullable TraceLink replayOf,
        List<TraceSpan> spans,
        int leftOut) {
    /** The message at its spout. */
    public TraceSpan root() {
        return spans.get(0);
    }

    /**
     * Whether the message has ended and no tuple that is shown waits or is being executed: as a
     * rule nothing follows then.
     */
    public boolean isSettled() {
        return outcome != TraceOutcome.PENDING && spans.stream().allMatch(TraceSpan::isOver);
    }
}
