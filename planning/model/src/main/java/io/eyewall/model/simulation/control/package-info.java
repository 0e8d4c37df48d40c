/**
 * Simulates the control of placement: the monitor and its lag, plans by the real algorithms and the
 * real adviser of {@code placement}, their way through Nimbus and supervisors, the replacement of
 * workers, and failures of nodes. Single-threaded; uses {@code event}, {@code spec}, {@code
 * result}, {@code machine} and {@code placement}.
 */
@NullMarked
package io.eyewall.model.simulation.control;

import org.jspecify.annotations.NullMarked;
