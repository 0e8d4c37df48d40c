package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tuple at its receiving task. The first span of a trace, number 0, is the message at its spout.
 * Times are nanoseconds since the trace began; -1 means not yet, or never.
 *
 * @param number number within the trace, from 0; greater than that of its parent
 * @param id 16 hexadecimal digits, not all 0, as in W3C's trace context
 * @param parent number of the span that emitted the tuple; -1 for the first span
 * @param emit index of the parent's emit of this tuple, from 0; -1 for the first span
 * @param links other spans that the tuple was anchored to, of this trace or another
 * @param component the receiving component
 * @param task the receiving task
 * @param core index of the executing core; -1 while the tuple waits
 * @param executor first and last task of the executor, as {@code [3 4]}; empty while the tuple
 *     waits
 * @param thread name of the executing thread; empty while the tuple waits
 * @param emittedNs when the tuple was emitted
 * @param startNs when its execute began; it waited until then. First span: 0
 * @param endNs when its execute ended. First span: when the message had its completion
 * @param answer the bolt's answer; NONE for a message that is not tracked
 * @param answeredNs time of the answer
 * @param exception the exception that execute threw, as text; else null
 * @param emits emits within its execute or anchored to it, in order
 */
public record TraceSpan(
        int number,
        String id,
        int parent,
        int emit,
        List<TraceLink> links,
        String component,
        int task,
        int core,
        String executor,
        String thread,
        long emittedNs,
        long startNs,
        long endNs,
        TraceAnswer answer,
        long answeredNs,
        @Nullable String exception,
        List<TraceEmit> emits) {
    /** The value of a time that has not come yet, or never comes. */
    public static final long NEVER = -1;

    /** Returns whether its execute has ended. */
    public boolean isOver() {
        return endNs != NEVER;
    }

    /** Returns how long the tuple waited for its execute, or -1 if that has not begun. */
    public long waitedNs() {
        return startNs == NEVER ? NEVER : startNs - emittedNs;
    }

    /** Returns how long its execute took, or -1 if it has not ended. */
    public long tookNs() {
        return endNs == NEVER ? NEVER : endNs - startNs;
    }
}
