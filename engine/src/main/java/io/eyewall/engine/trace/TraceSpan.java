package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tuple at the task that got it; the first span of a trace, number 0, is the message at its
 * spout. Times are nanoseconds since the trace began; -1 stands for not yet, or never.
 *
 * @param number within its trace, from 0; that of its parent is smaller
 * @param id 16 hexadecimal digits, not all 0: as W3C's trace context has it
 * @param parent number of the span whose emit brought it; -1 for the first
 * @param emit which emit of the parent brought it, from 0; -1 for the first span
 * @param links other spans that the tuple was anchored to, of this trace or another
 * @param component who has the tuple
 * @param task which task of it
 * @param core on which core; -1 as long as it waits
 * @param executor first and last task of the executor, as {@code [3 4]}; empty as long as it waits
 * @param thread that executed it; empty as long as it waits
 * @param emittedNs when the tuple was emitted
 * @param startNs when its execute began; until then it waited. Of the first span: 0
 * @param endNs when its execute ended. Of the first span: when the message ended
 * @param answer what the bolt has said of it; of a message that nobody follows: NONE
 * @param answeredNs when
 * @param exception what execute threw, as text; else null
 * @param emits what was emitted within it, or anchored to it, in order
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
    /** As a time: not yet, or never. */
    public static final long NEVER = -1;

    /** Whether nothing of its execute is to come. */
    public boolean isOver() {
        return endNs != NEVER;
    }

    /** How long the tuple waited until its execute began, or -1 if that has not begun. */
    public long waitedNs() {
        return startNs == NEVER ? NEVER : startNs - emittedNs;
    }

    /** How long its execute took, or -1 if it has not ended. */
    public long tookNs() {
        return endNs == NEVER ? NEVER : endNs - startNs;
    }
}
