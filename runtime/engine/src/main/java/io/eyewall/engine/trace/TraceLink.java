package io.eyewall.engine.trace;

/**
 * A reference to a span of the same or another trace.
 *
 * @param traceId 32 hexadecimal digits, see {@link Trace#id}
 * @param spanId 16 hexadecimal digits, see {@link TraceSpan#id}
 */
public record TraceLink(String traceId, String spanId) {}
