package io.eyewall.console.memory;

import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts traces to the JSON rows that a page receives, of bounded length whatever the traces
 * contain. The page shows all texts as plain text; control characters are sent as Unicode control
 * pictures so that they are visible.
 */
public final class TraceRows {
    private static final int MAX_SAMPLES = 30;
    private static final int MAX_TASKS = 8;
    private static final int MAX_LINKS = 8;
    private static final int FIRST_VALUES_CHARS = 80;

    private TraceRows() {}

    /** Returns a trace's row in the list of traces. */
    public static Map<String, Object> line(Trace trace) {
        TraceSpan message = trace.root();
        Map<String, Object> row = begin(trace);
        row.put("component", BoundedText.visible(message.component()));
        row.put("task", message.task());
        row.put("spans", trace.spans().size());
        row.put(
                "values",
                message.emits().isEmpty()
                        ? ""
                        : BoundedText.visible(message.emits().get(0).values(), FIRST_VALUES_CHARS));
        TraceSpan culprit = culprit(trace);
        row.put("culprit", culprit == null ? null : BoundedText.visible(culprit.component()));
        return row;
    }

    private static Map<String, Object> begin(Trace trace) {
        Map<String, Object> row = new LinkedHashMap<>();
        TraceLink replayOf = trace.replayOf();
        row.put("id", trace.id());
        row.put("number", trace.number());
        row.put("startMicros", trace.startMicros());
        row.put("outcome", trace.outcome());
        row.put("durationNs", trace.durationNs());
        row.put("settled", trace.isSettled());
        row.put("replayOf", replayOf == null ? null : replayOf.traceId());
        row.put("leftOut", trace.leftOut());
        return row;
    }

    /**
     * Returns the first span that failed the message or threw an exception; null if there is none.
     */
    private static @Nullable TraceSpan culprit(Trace trace) {
        for (TraceSpan span : trace.spans()) {
            boolean failed = span.number() > 0 && span.answer() == TraceAnswer.FAILED;
            if (failed || span.exception() != null) {
                return span;
            }
        }
        return null;
    }

    /** Returns a whole trace with its spans. */
    public static Map<String, Object> whole(Trace trace) {
        Map<String, Object> whole = begin(trace);
        whole.put("spans", trace.spans().stream().map(TraceRows::span).toList());
        return whole;
    }

    private static Map<String, Object> span(TraceSpan span) {
        Map<String, Object> row = new LinkedHashMap<>();
        String exception = span.exception();
        row.put("number", span.number());
        row.put("id", span.id());
        row.put("parent", span.parent());
        row.put("emit", span.emit());
        row.put("component", BoundedText.visible(span.component()));
        row.put("task", span.task());
        row.put("core", span.core());
        row.put("thread", BoundedText.visible(span.thread()));
        row.put("emittedNs", span.emittedNs());
        row.put("startNs", span.startNs());
        row.put("endNs", span.endNs());
        row.put("answer", span.answer());
        row.put("answeredNs", span.answeredNs());
        row.put("exception", exception == null ? null : BoundedText.visible(exception));
        row.put("links", span.links().stream().limit(MAX_LINKS).toList());
        row.put("moreLinks", Math.max(0, span.links().size() - MAX_LINKS));
        row.put("emits", span.emits().stream().map(TraceRows::emit).toList());
        return row;
    }

    private static Map<String, Object> emit(TraceEmit emit) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("atNs", emit.atNs());
        row.put("stream", BoundedText.visible(emit.stream()));
        row.put("values", BoundedText.visible(emit.values()));
        row.put("tasks", emit.tasks().stream().limit(MAX_TASKS).toList());
        row.put("moreTasks", Math.max(0, emit.tasks().size() - MAX_TASKS));
        row.put("joined", emit.joined());
        return row;
    }

    /** Returns the latest traced tuples that one component sent to another, the latest first. */
    public static List<Map<String, Object>> samples(List<Trace> traces, String from, String to) {
        List<Map<String, Object>> samples = new ArrayList<>();
        for (int i = traces.size() - 1; i >= 0 && samples.size() < MAX_SAMPLES; i--) {
            List<TraceSpan> spans = traces.get(i).spans();
            for (int n = spans.size() - 1; n > 0 && samples.size() < MAX_SAMPLES; n--) {
                TraceSpan span = spans.get(n);
                TraceSpan sender = spans.get(span.parent());
                boolean onEdge = span.component().equals(to) && sender.component().equals(from);
                if (onEdge && span.emit() < sender.emits().size()) {
                    TraceEmit emit = sender.emits().get(span.emit());
                    samples.add(sample(traces.get(i), sender, span, emit));
                }
            }
        }
        return samples;
    }

    private static Map<String, Object> sample(
            Trace trace, TraceSpan sender, TraceSpan span, TraceEmit emit) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("trace", trace.id());
        row.put("span", span.number());
        row.put("atMicros", trace.startMicros() + span.emittedNs() / 1000);
        row.put("stream", BoundedText.visible(emit.stream()));
        row.put("fromTask", sender.task());
        row.put("toTask", span.task());
        row.put("waitedNs", span.waitedNs());
        row.put("answer", span.answer());
        row.put("values", BoundedText.visible(emit.values()));
        return row;
    }
}
