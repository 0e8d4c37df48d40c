package io.eyewall.telemetry;

import io.eyewall.engine.trace.SpanScopes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;

/**
 * Makes the span of a traced tuple OpenTelemetry's current span while the tuple is executed, so
 * that spans which the user's own instrumentation starts become its children. The engine finds this
 * class if this jar and OpenTelemetry's are on the topology's class path.
 */
public final class ContextScopes implements SpanScopes {
    @Override
    @SuppressWarnings("MustBeClosed") // the caller closes the scope
    public Scope enter(String traceId, String spanId) {
        SpanContext span =
                SpanContext.create(
                        traceId, spanId, TraceFlags.getSampled(), TraceState.getDefault());
        return Context.current().with(Span.wrap(span)).makeCurrent()::close;
    }
}
