/**
 * Access to native memory: {@link io.eyewall.nativetask.memory.NativeTask} owns what was allocated
 * there. Depends on nothing but {@code NativeTaskException}.
 */
@NullMarked
package io.eyewall.nativetask.memory;

import org.jspecify.annotations.NullMarked;
