package io.eyewall.engine.trace;

/**
 * A span of this or another trace.
 *
 * @param traceId 32 hexadecimal digits, as of {@link Trace#id}
 * @param spanId 16 hexadecimal digits, as of {@link TraceSpan#id}
 */
public record TraceLink(String traceId, String spanId) {}
