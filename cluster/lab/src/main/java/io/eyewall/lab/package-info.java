/**
 * The laboratory: a real Storm cluster on one machine, for tests and experiments. {@link
 * io.eyewall.lab.Lab} is the entry point. The laboratory has no server process: each call reads the
 * lab's state from its folder and from the system's process table.
 */
@NullMarked
package io.eyewall.lab;

import org.jspecify.annotations.NullMarked;
