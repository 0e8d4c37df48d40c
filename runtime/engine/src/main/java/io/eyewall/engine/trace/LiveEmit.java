package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An emit of a span, while the trace is kept. Immutable once other threads can see it. */
public final class LiveEmit {
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

    int bytes() {
        return 120 + 2 * values.length() + 4 * tasks.size();
    }

    TraceEmit image(LiveTrace trace) {
        return new TraceEmit(
                trace.since(atNs), stream, values, tasks, joined == null ? null : joined.id());
    }
}
