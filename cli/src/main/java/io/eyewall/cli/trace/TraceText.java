package io.eyewall.cli.trace;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Printed;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes a trace for people: one line per tuple, indented below the tuple that caused it. */
final class TraceText {
    private static final String COLUMNS = "%9s %9s %9s  %s";
    private static final int MAX_INDENTED = 30;

    private final Trace trace;
    private final Map<Integer, List<TraceSpan>> children = new HashMap<>();
    private final Map<String, TraceSpan> byId = new HashMap<>();
    private final List<String> lines = new ArrayList<>();

    private TraceText(Trace trace) {
        this.trace = trace;
        for (TraceSpan span : trace.spans()) {
            children.computeIfAbsent(span.parent(), parent -> new ArrayList<>()).add(span);
            byId.put(span.id(), span);
        }
    }

    static List<String> lines(Trace trace) {
        TraceText text = new TraceText(trace);
        text.addHead();
        text.addTree(trace.root(), 0);
        return text.lines;
    }

    /**
     * Returns the time from the message's emit to its completion; without a completion, to the last
     * known event.
     */
    static long lengthNs(Trace trace) {
        if (trace.outcome() != TraceOutcome.UNTRACKED && trace.durationNs() != TraceSpan.NEVER) {
            return trace.durationNs();
        }
        return trace.spans().stream()
                .mapToLong(span -> Math.max(span.emittedNs(), span.endNs()))
                .max()
                .orElse(0);
    }

    private void addHead() {
        String length = Printed.latency(lengthNs(trace));
        String end =
                switch (trace.outcome()) {
                    case PENDING -> "under way, " + length + " so far";
                    case ACKED -> "acked after " + length;
                    case FAILED -> "FAILED after " + length;
                    case TIMED_OUT -> "TIMED OUT after " + length;
                    case UNTRACKED -> "not tracked, took " + length;
                };
        lines.add("trace " + trace.id() + "  " + end);
        if (trace.replayOf() != null) {
            lines.add("  a replay of trace " + trace.replayOf().traceId());
        }
        if (trace.leftOut() > 0) {
            lines.add("  without " + trace.leftOut() + " tuples, for want of room");
        }
        lines.add(COLUMNS.formatted("at", "waited", "took", "component:task"));
    }

    private void addTree(TraceSpan span, int depth) {
        String took = span.isOver() ? Printed.latency(span.tookNs()) : "-";
        String waited = span.waitedNs() < 0 ? "-" : Printed.latency(span.waitedNs());
        boolean isMessage = span.number() == 0;
        addLine(
                Printed.latency(span.emittedNs()),
                isMessage ? "-" : waited,
                isMessage && trace.outcome() == TraceOutcome.UNTRACKED ? "-" : took,
                depth,
                describe(span));
        if (span.exception() != null) {
            addNote(depth, "threw " + Printable.line(span.exception()));
        }
        for (TraceLink link : span.links()) {
            TraceSpan linked = link.traceId().equals(trace.id()) ? byId.get(link.spanId()) : null;
            String other = linked == null ? "trace " + link.traceId() : taskName(linked);
            addNote(depth, "also from " + other);
        }
        for (TraceEmit emit : span.emits()) {
            if (emit.joined() != null) {
                addNote(depth, "continues in trace " + emit.joined() + ": " + valuesText(emit));
            } else if (emit.tasks().isEmpty()) {
                addNote(depth, "no task receives: " + valuesText(emit));
            }
        }
        children.getOrDefault(span.number(), List.of()).forEach(child -> addTree(child, depth + 1));
    }

    private String describe(TraceSpan span) {
        String taskAndCore = taskName(span) + (span.core() < 0 ? "" : " core " + span.core());
        if (span.number() == 0) {
            return taskAndCore;
        }
        TraceEmit emit = trace.spans().get(span.parent()).emits().get(span.emit());
        return taskAndCore + "  " + stateText(span) + "  " + valuesText(emit);
    }

    private static String taskName(TraceSpan span) {
        return Printable.line(span.component()) + ":" + span.task();
    }

    private static String stateText(TraceSpan span) {
        if (span.answer() == TraceAnswer.FAILED) {
            return "FAILED";
        }
        if (span.answer() == TraceAnswer.ACKED) {
            long afterNs = span.answeredNs() - span.endNs();
            boolean isLater = span.isOver() && afterNs > 0;
            return isLater ? "acked " + Printed.latency(afterNs) + " later" : "acked";
        }
        if (span.startNs() == TraceSpan.NEVER) {
            return "WAITS";
        }
        return span.isOver() ? "not acked" : "IS BEING EXECUTED";
    }

    private static String valuesText(TraceEmit emit) {
        return Printable.line(emit.stream()) + " " + Printable.line(emit.values());
    }

    private void addNote(int depth, String text) {
        addLine("", "", "", depth, "  (" + text + ")");
    }

    private void addLine(String at, String waited, String took, int depth, String text) {
        String indent = "  ".repeat(Math.min(depth, MAX_INDENTED));
        lines.add(COLUMNS.formatted(at, waited, took, indent + text));
    }
}
