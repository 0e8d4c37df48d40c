package io.eyewall.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceSpan;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceSpansTest {
    private static final String ID = "0af7651916cd43dd8448eb211c80319c";
    private static final String ROOT = "00f067aa0ba902b7";
    private static final String BOLT = "00f067aa0ba902b8";
    private static final TraceLink OTHER =
            new TraceLink("0".repeat(31) + "1", "0".repeat(15) + "2");

    private static TraceSpan root(long endNs, TraceAnswer answer) {
        TraceEmit emit = new TraceEmit(0, "words", "[cow]", List.of(3), null);
        return new TraceSpan(
                0,
                ROOT,
                -1,
                -1,
                List.of(),
                "spout",
                1,
                0,
                "[1 1]",
                "core",
                0,
                0,
                endNs,
                answer,
                endNs,
                null,
                List.of(emit));
    }

    private static TraceSpan bolt(long startNs, long endNs, @Nullable String exception) {
        return new TraceSpan(
                1,
                BOLT,
                0,
                0,
                List.of(OTHER),
                "bolt",
                3,
                1,
                "[3 4]",
                "core",
                5,
                startNs,
                endNs,
                exception == null ? TraceAnswer.ACKED : TraceAnswer.FAILED,
                90,
                exception,
                List.of());
    }

    private static List<SpanData> spans(
            TraceOutcome outcome, long durationNs, TraceSpan root, TraceSpan bolt) {
        return TraceSpans.of(
                TraceSpans.service("topology"),
                new Trace(1, ID, 1_000_000, outcome, durationNs, OTHER, List.of(root, bolt), 0));
    }

    @Test
    void aMessageIsAProducersAndATupleAConsumersSpan() {
        List<SpanData> spans =
                spans(TraceOutcome.ACKED, 100, root(100, TraceAnswer.ACKED), bolt(20, 60, null));

        SpanData message = spans.get(0);
        assertThat(message.getTraceId()).isEqualTo(ID);
        assertThat(message.getSpanId()).isEqualTo(ROOT);
        assertThat(message.getParentSpanContext()).isEqualTo(SpanContext.getInvalid());
        assertThat(message.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(message.getStartEpochNanos()).isEqualTo(1_000_000_000L);
        assertThat(message.getEndEpochNanos()).isEqualTo(1_000_000_100L);
        assertThat(message.getLinks()).hasSize(1);
        assertThat(message.getLinks().get(0).getSpanContext().getTraceId())
                .isEqualTo(OTHER.traceId());
        assertThat(message.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(message.getEvents())
                .extracting(EventData::getName)
                .containsExactly("emit", "ack");
        assertThat(message.getResource().getAttribute(AttributeKey.stringKey("service.name")))
                .isEqualTo("topology");

        SpanData tuple = spans.get(1);
        assertThat(tuple.getParentSpanId()).isEqualTo(ROOT);
        assertThat(tuple.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(tuple.getName()).isEqualTo("execute bolt");
        assertThat(tuple.getStartEpochNanos()).isEqualTo(1_000_000_020L);
        assertThat(tuple.getEndEpochNanos()).isEqualTo(1_000_000_060L);
        assertThat(tuple.getAttributes().get(AttributeKey.longKey("eyewall.waited_ns")))
                .isEqualTo(15);
        assertThat(tuple.getAttributes().get(AttributeKey.stringKey("eyewall.values")))
                .isEqualTo("[cow]");
        assertThat(tuple.getLinks()).hasSize(1);
        assertThat(tuple.hasEnded()).isTrue();
    }

    @Test
    void whatFailedIsAnError() {
        List<SpanData> spans =
                spans(
                        TraceOutcome.TIMED_OUT,
                        100,
                        root(100, TraceAnswer.FAILED),
                        bolt(20, 60, "bad luck"));

        assertThat(spans)
                .extracting(s -> s.getStatus().getStatusCode())
                .containsOnly(StatusCode.ERROR);
        assertThat(spans)
                .extracting(s -> s.getStatus().getDescription())
                .containsExactly("timed out", "bad luck");
        assertThat(spans.get(1).getEvents())
                .extracting(EventData::getName)
                .containsExactly("exception", "fail");
    }

    @Test
    void whatHasNotComeToAnEndIsNeverShorterThanNothing() {
        List<SpanData> spans =
                spans(TraceOutcome.PENDING, -1, root(-1, TraceAnswer.NONE), bolt(-1, -1, null));

        assertThat(spans)
                .allSatisfy(
                        span ->
                                assertThat(span.getEndEpochNanos())
                                        .isGreaterThanOrEqualTo(span.getStartEpochNanos()));
    }

    @Test
    void aTuplesSpanIsTheCurrentOneWhileItIsBeingExecuted() {
        try (var scope = new ContextScopes().enter(ID, BOLT)) {
            assertThat(scope).isNotNull();
            assertThat(Span.current().getSpanContext().getTraceId()).isEqualTo(ID);
            assertThat(Span.current().getSpanContext().getSpanId()).isEqualTo(BOLT);
            assertThat(Span.current().getSpanContext().isSampled()).isTrue();
        }
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }
}
