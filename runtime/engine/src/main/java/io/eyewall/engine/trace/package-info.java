/**
 * Traces of sampled messages: the record of each while it is being processed ({@link
 * io.eyewall.engine.trace.LiveTrace}), how long it is kept ({@link
 * io.eyewall.engine.trace.TraceBook}), and the form in which it is read ({@link
 * io.eyewall.engine.trace.Trace}). Written by the threads that process traced tuples, read by any
 * thread at any time; no thread blocks another. The packages {@code spout} and {@code bolt} decide
 * which tuples are traced. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.trace;

import org.jspecify.annotations.NullMarked;
