package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An emit of a span, while the trace is kept. Does not change after {@link LiveSpan#emit} has made
 * it visible to other threads.
 */
public final class LiveEmit {
    /** Approximate size of an emit without its values and task ids. */
    private static final int OWN_BYTES = 120;

    final long atNs;
    final String stream;
    final String values;
    final List<Integer> tasks;
    final @Nullable LiveTrace joined;

    /** The emit of the same span before this one. */
    @Nullable LiveEmit previous;

    /** Number within the span, from 0. */
    int number;

    LiveEmit(
            long atNs,
            String stream,
            String values,
            List<Integer> tasks,
            @Nullable LiveTrace joined) {
        this.atNs = atNs;
        this.stream = stream;
        this.values = values;
        this.tasks = tasks;
        this.joined = joined;
    }

    /** Returns the approximate size in memory. */
    int bytes() {
        return OWN_BYTES + 2 * values.length() + 4 * tasks.size();
    }

    TraceEmit toTraceEmit(LiveTrace trace) {
        return new TraceEmit(
                trace.since(atNs), stream, values, tasks, joined == null ? null : joined.id());
    }
}
