package io.eyewall.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceTextTest {
    private static final long NEVER = TraceSpan.NEVER;

    private final List<TraceSpan> spans = new ArrayList<>();

    private void span(
            int parent,
            int emit,
            String component,
            long emittedNs,
            long startNs,
            long endNs,
            TraceAnswer answer,
            @Nullable String exception,
            List<TraceLink> links,
            TraceEmit... emits) {
        int number = spans.size();
        spans.add(
                new TraceSpan(
                        number,
                        "id" + number,
                        parent,
                        emit,
                        links,
                        component,
                        number + 1,
                        startNs == NEVER ? -1 : 0,
                        "[1 1]",
                        "thread",
                        emittedNs,
                        startNs,
                        endNs,
                        answer,
                        answer == TraceAnswer.NONE ? NEVER : endNs + 1000,
                        exception,
                        List.of(emits)));
    }

    private static TraceEmit emit(
            long atNs, String values, @Nullable String joined, Integer... to) {
        return new TraceEmit(atNs, "default", values, List.of(to), joined);
    }

    @Test
    void aTupleIsALineUnderTheOneThatItFollowsFrom() {
        TraceAnswer acked = TraceAnswer.ACKED;
        span(-1, -1, "spout", 0, 0, 90_000, acked, null, List.of(), emit(0, "[the cow]", null, 2));
        span(
                0,
                0,
                "split",
                0,
                12_000,
                52_000,
                acked,
                null,
                List.of(),
                emit(20_000, "[the]", null, 3),
                emit(30_000, "[cow]", null, 4),
                emit(31_000, "[nobody]", null),
                emit(32_000, "[far]", "t2", 9));
        span(1, 0, "count", 20_000, 22_000, 23_000, TraceAnswer.FAILED, "bad\033", List.of());
        span(
                1,
                1,
                "count",
                30_000,
                NEVER,
                NEVER,
                TraceAnswer.NONE,
                null,
                List.of(new TraceLink("t1", "id2"), new TraceLink("t9", "x")));
        Trace trace =
                new Trace(
                        7,
                        "t1",
                        0,
                        TraceOutcome.FAILED,
                        90_000,
                        new TraceLink("t0", "x"),
                        spans,
                        3);

        assertThat(TraceText.lines(trace))
                .containsExactly(
                        "trace t1  FAILED after 90us",
                        "  a replay of trace t0",
                        "  without 3 tuples, for want of room",
                        "       at    waited      took  component:task",
                        "      0ns         -      90us  spout:1 core 0",
                        "      0ns      12us      40us    split:2 core 0  acked 1us later"
                                + "  default [the cow]",
                        "                                   (no task receives: default [nobody])",
                        "                                   (continues in trace t2: default [far])",
                        "     20us       2us       1us      count:3 core 0  FAILED  default [the]",
                        "                                     (threw bad\\u001b)",
                        "     30us         -         -      count:4  WAITS  default [cow]",
                        "                                     (also from count:3)",
                        "                                     (also from trace t9)");
    }

    @Test
    void whatNobodyFollowsLastsAsLongAsItsLastTuple() {
        TraceAnswer none = TraceAnswer.NONE;
        span(-1, -1, "spout", 0, 0, 100, none, null, List.of(), emit(0, "[x]", null, 2));
        span(0, 0, "sink", 0, 2000, 5000, none, null, List.of());
        Trace trace = new Trace(7, "t1", 0, TraceOutcome.UNTRACKED, 100, null, spans, 0);

        assertThat(TraceText.lines(trace).get(0)).isEqualTo("trace t1  not tracked, took 5us");
        assertThat(TraceText.lengthNs(trace)).isEqualTo(5000);
    }
}
