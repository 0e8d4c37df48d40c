/**
 * The laboratory: a real Storm cluster on one machine, for tests and to try things out. {@link
 * io.eyewall.cluster.lab.Lab} is the way in. It has no threads and no process of its own: each call
 * looks at what is there, in the lab's folder and among the system's processes.
 */
@NullMarked
package io.eyewall.cluster.lab;

import org.jspecify.annotations.NullMarked;
