/**
 * Polls topologies once per second and publishes the changes to browsers. One thread schedules the
 * polls; each poll runs on a pool thread, so that a process that does not answer delays no other
 * topology. Depends on {@code model} and {@code memory}.
 */
@NullMarked
package io.eyewall.console.watch;

import org.jspecify.annotations.NullMarked;
