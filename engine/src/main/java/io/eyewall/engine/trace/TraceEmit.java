package io.eyewall.engine.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An emit of a span.
 *
 * @param atNs when, in nanoseconds since the trace began
 * @param stream on which
 * @param values the values as text, cut after {@value ValuePrint#MOST_CHARS} characters
 * @param tasks who got it; may be empty
 * @param joined the trace in which what follows is shown, if that is another one: the tuple was
 *     anchored to tuples of several; else null
 */
public record TraceEmit(
        long atNs, String stream, String values, List<Integer> tasks, @Nullable String joined) {}
