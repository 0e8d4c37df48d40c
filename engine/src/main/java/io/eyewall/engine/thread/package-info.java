/**
 * How threads of ours are run, so that nothing that they meet with ends them silently or makes them
 * spin; a thread of Storm's that nobody else ends; and what is done at the end of the process.
 * Depends on {@code memory}.
 */
@NullMarked
package io.eyewall.engine.thread;

import org.jspecify.annotations.NullMarked;
