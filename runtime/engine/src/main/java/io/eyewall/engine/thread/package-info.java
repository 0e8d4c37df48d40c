/**
 * Runs Eyewall's own threads so that nothing they throw ends them silently or makes them spin;
 * reads what user code has left in a thread; ends a thread that Storm starts and never ends; and
 * runs actions at the end of the process. Depends on {@code memory}.
 */
@NullMarked
package io.eyewall.engine.thread;

import org.jspecify.annotations.NullMarked;
