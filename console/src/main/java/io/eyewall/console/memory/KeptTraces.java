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
 * The latest traces of a topology: {@value #MOST} and {@value #MOST_PARTS} parts of them at most.
 * Guarded by its owner's lock.
 */
public final class KeptTraces {
    /** How many there are at most; the oldest are forgotten. */
    public static final int MOST = 100;

    /** Spans and emits, some hundred bytes each. */
    private static final int MOST_PARTS = 10_000;

    private static final int TASKS_OF_A_PART = 32;

    private final Map<String, Trace> traces = new LinkedHashMap<>();
    private long parts;

    /**
     * A new one, or one that has gone on.
     *
     * @return whether anything is known now that was not
     */
    public boolean put(Trace trace) {
        Trace before = traces.put(trace.id(), trace);
        if (trace.equals(before)) {
            return false;
        }
        parts += parts(trace) - (before == null ? 0 : parts(before));
        while (traces.size() > MOST || (parts > MOST_PARTS && traces.size() > 1)) {
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
                parts += 1 + emit.tasks().size() / TASKS_OF_A_PART;
            }
        }
        return parts;
    }

    /** That of an id; null if it is not kept. */
    public @Nullable Trace get(String id) {
        return traces.get(id);
    }

    /** All, in the order in which they came. */
    public List<Trace> all() {
        return new ArrayList<>(traces.values());
    }
}
