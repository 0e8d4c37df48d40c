/**
 * The one way into a process that runs topologies, for other processes of the same user: {@link
 * io.eyewall.control.ControlPort} answers in it, {@link io.eyewall.control.ControlClient} asks, and
 * {@link io.eyewall.control.RemoteTopology} is a topology of another process as the engine's own
 * interface shows it. The threads {@code eyewall-control…} belong to the port; a client has none.
 */
@NullMarked
package io.eyewall.control;

import org.jspecify.annotations.NullMarked;
