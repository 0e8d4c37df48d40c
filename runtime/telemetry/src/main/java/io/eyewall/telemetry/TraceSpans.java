package io.eyewall.telemetry;

import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceAnswer;
import io.eyewall.engine.trace.TraceEmit;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceSpan;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Converts a trace to OpenTelemetry's spans: the message is a producer span, from its emit to its
 * completion, and each tuple is a consumer span of its execute. Emits, acks and fails are events;
 * further anchors, and the message that is replayed, are links. Attributes follow OpenTelemetry's
 * conventions for messaging where these exist; others are named {@code eyewall.…}.
 */
public final class TraceSpans {
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> OPERATION =
            AttributeKey.stringKey("messaging.operation.name");
    private static final AttributeKey<String> OPERATION_TYPE =
            AttributeKey.stringKey("messaging.operation.type");
    private static final AttributeKey<String> DESTINATION =
            AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<String> THREAD = AttributeKey.stringKey("thread.name");
    private static final AttributeKey<String> EXCEPTION_MESSAGE =
            AttributeKey.stringKey("exception.message");
    private static final AttributeKey<String> COMPONENT =
            AttributeKey.stringKey("eyewall.component");
    private static final AttributeKey<Long> TASK = AttributeKey.longKey("eyewall.task");
    private static final AttributeKey<String> EXECUTOR = AttributeKey.stringKey("eyewall.executor");
    private static final AttributeKey<Long> CORE = AttributeKey.longKey("eyewall.core");
    private static final AttributeKey<Long> WAITED = AttributeKey.longKey("eyewall.waited_ns");
    private static final AttributeKey<String> STREAM = AttributeKey.stringKey("eyewall.stream");
    private static final AttributeKey<String> VALUES = AttributeKey.stringKey("eyewall.values");
    private static final AttributeKey<List<Long>> TASKS =
            AttributeKey.longArrayKey("eyewall.tasks");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("eyewall.outcome");
    private static final AttributeKey<Long> LEFT_OUT = AttributeKey.longKey("eyewall.left_out");
    private static final AttributeKey<String> LINK = AttributeKey.stringKey("eyewall.link");

    private final Trace trace;
    private final Resource resource;
    private final long startNs;

    private TraceSpans(Resource resource, Trace trace) {
        this.trace = trace;
        this.resource = resource;
        this.startNs = TimeUnit.MICROSECONDS.toNanos(trace.startMicros());
    }

    /**
     * Returns a topology as OpenTelemetry's resource: a service with the topology's name. Create it
     * once per topology: exporters group spans by resource object.
     */
    public static Resource service(String topology) {
        return Resource.getDefault().merge(Resource.create(Attributes.of(SERVICE, topology)));
    }

    /**
     * Returns all spans that a trace has so far, the message's first.
     *
     * @param service the topology's {@link #service}
     */
    public static List<SpanData> of(Resource service, Trace trace) {
        TraceSpans spans = new TraceSpans(service, trace);
        return trace.spans().stream().map(spans::span).toList();
    }

    private SpanData span(TraceSpan span) {
        boolean isMessage = isMessage(span);
        long begin =
                isMessage || span.startNs() == TraceSpan.NEVER ? span.emittedNs() : span.startNs();
        return new TupleSpan(
                context(trace.id(), span.id()),
                isMessage
                        ? SpanContext.getInvalid()
                        : context(trace.id(), trace.spans().get(span.parent()).id()),
                resource,
                (isMessage ? "emit " : "execute ") + span.component(),
                isMessage ? SpanKind.PRODUCER : SpanKind.CONSUMER,
                startNs + begin,
                startNs + Math.max(begin, isMessage ? messageEnd() : span.endNs()),
                attributes(span),
                events(span),
                links(span),
                status(span));
    }

    /** Returns whether a span is the message: the first of its trace. */
    private static boolean isMessage(TraceSpan span) {
        return span.number() == 0;
    }

    /** Returns the message's end; without a completion it is the end of its last tuple. */
    private long messageEnd() {
        if (trace.outcome() != TraceOutcome.UNTRACKED && trace.durationNs() != TraceSpan.NEVER) {
            return trace.durationNs();
        }
        return trace.spans().stream().mapToLong(TraceSpan::endNs).max().orElse(0);
    }

    private static SpanContext context(String traceId, String spanId) {
        return SpanContext.create(
                traceId, spanId, TraceFlags.getSampled(), TraceState.getDefault());
    }

    private Attributes attributes(TraceSpan span) {
        AttributesBuilder attributes = Attributes.builder();
        boolean isMessage = isMessage(span);
        attributes.put(SYSTEM, "eyewall");
        attributes.put(OPERATION, isMessage ? "emit" : "execute");
        attributes.put(OPERATION_TYPE, isMessage ? "send" : "process");
        attributes.put(COMPONENT, span.component());
        attributes.put(TASK, span.task());
        if (span.core() >= 0) {
            attributes.put(CORE, span.core());
            attributes.put(EXECUTOR, span.executor());
            attributes.put(THREAD, span.thread());
        }
        TraceEmit emit = emitOf(span);
        if (emit != null) {
            attributes.put(DESTINATION, emit.stream());
            attributes.put(VALUES, emit.values());
        }
        if (isMessage) {
            attributes.put(OUTCOME, trace.outcome().name());
            attributes.put(LEFT_OUT, trace.leftOut());
        } else {
            attributes.put(OUTCOME, span.answer().name());
            attributes.put(WAITED, span.waitedNs());
        }
        return attributes.build();
    }

    private @Nullable TraceEmit emitOf(TraceSpan span) {
        if (span.number() > 0) {
            return trace.spans().get(span.parent()).emits().get(span.emit());
        }
        return span.emits().isEmpty() ? null : span.emits().get(0);
    }

    private List<EventData> events(TraceSpan span) {
        List<EventData> events = new ArrayList<>();
        for (TraceEmit emit : span.emits()) {
            Attributes attributes =
                    Attributes.builder()
                            .put(STREAM, emit.stream())
                            .put(VALUES, emit.values())
                            .put(TASKS, emit.tasks().stream().map(Integer::longValue).toList())
                            .build();
            events.add(EventData.create(startNs + emit.atNs(), "emit", attributes));
        }
        if (span.exception() != null) {
            Attributes attributes = Attributes.of(EXCEPTION_MESSAGE, span.exception());
            events.add(EventData.create(startNs + span.endNs(), "exception", attributes));
        }
        if (span.answer() != TraceAnswer.NONE) {
            String name = span.answer() == TraceAnswer.ACKED ? "ack" : "fail";
            events.add(EventData.create(startNs + span.answeredNs(), name, Attributes.empty()));
        }
        events.sort(Comparator.comparingLong(EventData::getEpochNanos));
        return List.copyOf(events);
    }

    private List<LinkData> links(TraceSpan span) {
        List<LinkData> links = new ArrayList<>();
        span.links().forEach(link -> links.add(link(link, "anchor")));
        TraceLink replayOf = trace.replayOf();
        if (isMessage(span) && replayOf != null) {
            links.add(link(replayOf, "replay of"));
        }
        return List.copyOf(links);
    }

    private static LinkData link(TraceLink link, String kind) {
        return LinkData.create(context(link.traceId(), link.spanId()), Attributes.of(LINK, kind));
    }

    private StatusData status(TraceSpan span) {
        if (span.exception() != null) {
            return StatusData.create(StatusCode.ERROR, span.exception());
        }
        if (span.answer() == TraceAnswer.FAILED) {
            boolean timedOut = isMessage(span) && trace.outcome() == TraceOutcome.TIMED_OUT;
            return StatusData.create(StatusCode.ERROR, timedOut ? "timed out" : "failed");
        }
        return StatusData.unset();
    }
}
