package io.eyewall.console.memory;

import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest traces of a topology: at most {@value #MAX_TRACES} traces and {@value #MAX_PARTS}
 * parts, that is, spans and emits. Guarded by the owner's lock.
 */
public final class RecentTraces {
    /** The most traces; the oldest are dropped. */
    public static final int MAX_TRACES = 100;

    /** The most spans and emits, of some hundred bytes each. */
    private static final int MAX_PARTS = 10_000;

    private static final int TASKS_PER_PART = 32;

    private final Map<String, Trace> traces = new LinkedHashMap<>();
    private long parts;

    /**
     * Adds a trace or replaces an earlier state of it.
     *
     * @return whether the trace is new or has changed
     */
    public boolean put(Trace trace) {
        Trace before = traces.put(trace.id(), trace);
        if (trace.equals(before)) {
            return false;
        }
        parts += parts(trace) - (before == null ? 0 : parts(before));
        while (traces.size() > MAX_TRACES || (parts > MAX_PARTS && traces.size() > 1)) {
            Trace oldest = traces.values().iterator().next();
            traces.remove(oldest.id());
            parts -= parts(oldest);
        }
        return true;
    }

    private static long parts(Trace trace) {
        long parts = trace.spans().size();
        for (TraceSpan span : trace.spans()) {
            for (TraceEmit emit : span.emits()) {
                parts += 1 + emit.tasks().size() / TASKS_PER_PART;
            }
        }
        return parts;
    }

    /** Returns the trace with an id; null if it is not kept. */
    public @Nullable Trace get(String id) {
        return traces.get(id);
    }

    /** Returns all traces in the order of their arrival. */
    public List<Trace> all() {
        return new ArrayList<>(traces.values());
    }
}
