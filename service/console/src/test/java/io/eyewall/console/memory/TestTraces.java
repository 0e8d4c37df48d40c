package io.eyewall.console.memory;

import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Traces that nobody has had. */
public final class TestTraces {
    private TestTraces() {}

    /** A message of {@code from} with as many tuples at {@code to}; {@code PENDING} or acked. */
    public static Trace of(long number, int tuples, String values, boolean acked) {
        List<TraceEmit> emits = new ArrayList<>();
        for (int i = 0; i < tuples; i++) {
            emits.add(new TraceEmit(i, "default", values, List.of(2), null));
        }
        List<TraceSpan> spans = new ArrayList<>();
        spans.add(span(0, "from", acked, List.of(), emits));
        for (int i = 1; i <= tuples; i++) {
            spans.add(span(i, "to", acked, List.of(), List.of()));
        }
        return trace(number, acked, spans);
    }

    /** As large as the engine lets them be. */
    public static Trace largest(long number) {
        String values = "\u0001\u202e\u4e2d\ud83d".repeat(50) + "\u2026";
        List<TraceLink> links = Collections.nCopies(32, new TraceLink("a".repeat(32), "b"));
        List<Integer> tasks = Collections.nCopies(5_000, 123_456);
        TraceEmit emit = new TraceEmit(1, "stream\u0001", values, tasks, null);
        List<TraceSpan> spans = new ArrayList<>();
        spans.add(span(0, "from", false, links, Collections.nCopies(500, emit)));
        for (int i = 1; i < 500; i++) {
            spans.add(span(i, "to", false, links, List.of()));
        }
        return trace(number, false, spans);
    }

    private static Trace trace(long number, boolean acked, List<TraceSpan> spans) {
        return new Trace(
                number,
                "%032x".formatted(number),
                System.currentTimeMillis() * 1000,
                acked ? TraceOutcome.ACKED : TraceOutcome.PENDING,
                acked ? 1_000 : TraceSpan.NEVER,
                null,
                spans,
                0);
    }

    private static TraceSpan span(
            int number,
            String component,
            boolean over,
            List<TraceLink> links,
            List<TraceEmit> emits) {
        return new TraceSpan(
                number,
                "%016x".formatted(number + 1),
                number == 0 ? -1 : 0,
                number - 1,
                links,
                component,
                number == 0 ? 1 : 2,
                0,
                "[2 2]",
                "eyewall-0",
                number,
                over ? 100L + number : TraceSpan.NEVER,
                over ? 200L + number : TraceSpan.NEVER,
                over ? TraceAnswer.ACKED : TraceAnswer.NONE,
                over ? 150L : TraceSpan.NEVER,
                null,
                emits);
    }
}
