package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An emit of a span.
 *
 * @param atNs time of the emit, in nanoseconds since the trace began
 * @param stream the stream
 * @param values the values as text, cut after {@value ValuePrint#MAX_CHARS} characters
 * @param tasks the receiving tasks; may be empty
 * @param joined id of the trace that shows what follows, if it is another one, because the tuple
 *     was anchored to tuples of several traces; else null
 */
public record TraceEmit(
        long atNs, String stream, String values, List<Integer> tasks, @Nullable String joined) {}
