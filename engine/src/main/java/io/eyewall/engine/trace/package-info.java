/**
 * Traces of sampled messages: what is kept of each while it is under way ({@link
 * io.eyewall.engine.trace.LiveTrace}), for how long ({@link io.eyewall.engine.trace.TraceBook}),
 * and what others are shown of it ({@link io.eyewall.engine.trace.Trace}). Written by whoever works
 * on a traced tuple, read by any thread at any time; nobody waits for anybody. Which tuples are
 * traced is decided in {@code executor}. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.trace;

import org.jspecify.annotations.NullMarked;
