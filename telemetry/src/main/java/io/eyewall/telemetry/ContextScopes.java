package io.eyewall.telemetry;

import io.eyewall.engine.trace.SpanScopes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;

/**
 * While a traced tuple is being executed its span is OpenTelemetry's current one, so that spans
 * which the user's own instrumentation begins there become its children. Found by the engine where
 * this jar and OpenTelemetry's are on the topology's class path.
 */
public final class ContextScopes implements SpanScopes {
    @Override
    @SuppressWarnings("MustBeClosed") // whoever gets it does that
    public Scope enter(String traceId, String spanId) {
        SpanContext span =
                SpanContext.create(
                        traceId, spanId, TraceFlags.getSampled(), TraceState.getDefault());
        return Context.current().with(Span.wrap(span)).makeCurrent()::close;
    }
}
