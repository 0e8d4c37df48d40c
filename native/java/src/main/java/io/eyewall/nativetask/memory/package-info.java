/**
 * The way into native memory and back: {@link io.eyewall.nativetask.memory.NativeTask} owns what
 * was allocated there. Depends on nothing.
 */
@NullMarked
package io.eyewall.nativetask.memory;

import org.jspecify.annotations.NullMarked;
