package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tuples that have followed from one message of a spout so far. More may follow later: spans
 * and times are added, and existing ones do not change.
 *
 * @param number number of the trace within the topology, from 1
 * @param id 32 hexadecimal digits, not all 0, as in W3C's trace context
 * @param startMicros time of the message's emit, in microseconds since 1970
 * @param outcome the outcome of the message so far
 * @param durationNs time from the emit to the outcome; -1 while that is pending
 * @param replayOf the failed message that the spout emits again with this one; else null
 * @param spans in the order of their numbers; the message's own span is the first
 * @param leftOut number of tuples and emits that are not shown because the trace is full
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
    /** Returns the span of the message at its spout. */
    public TraceSpan root() {
        return spans.get(0);
    }

    /**
     * Returns whether the outcome is known and all shown tuples have been executed; usually nothing
     * follows then.
     */
    public boolean isSettled() {
        return outcome != TraceOutcome.PENDING && spans.stream().allMatch(TraceSpan::isOver);
    }
}
