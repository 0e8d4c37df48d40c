/**
 * The control protocol, by which other processes of the same user inspect and control a process
 * that runs topologies. {@link io.eyewall.control.ControlPort} answers in that process, {@link
 * io.eyewall.control.ControlClient} calls it, and {@link io.eyewall.control.RemoteTopology}
 * presents a topology of another process by the engine's own interface. The threads {@code
 * eyewall-control…} belong to the port; a client has none.
 */
@NullMarked
package io.eyewall.control;

import org.jspecify.annotations.NullMarked;
