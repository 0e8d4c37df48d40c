/**
 * Looks at topologies, once per second, and tells browsers what has changed. One thread keeps the
 * beat; each look runs on a thread of its own, so that a process that does not answer keeps nobody
 * else waiting. Depends on {@code model} and {@code memory}.
 */
@NullMarked
package io.eyewall.console.watch;

import org.jspecify.annotations.NullMarked;
