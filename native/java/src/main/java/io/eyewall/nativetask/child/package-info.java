/**
 * A task in a process of its own: {@link io.eyewall.nativetask.child.ChildTask} starts it, owns its
 * rings, and notices its end.
 */
@NullMarked
package io.eyewall.nativetask.child;

import org.jspecify.annotations.NullMarked;
