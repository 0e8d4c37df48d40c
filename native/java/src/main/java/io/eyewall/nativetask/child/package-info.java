/**
 * Tasks in child processes: {@link io.eyewall.nativetask.child.ChildTask} starts the process, owns
 * its rings, and detects its end.
 */
@NullMarked
package io.eyewall.nativetask.child;

import org.jspecify.annotations.NullMarked;
