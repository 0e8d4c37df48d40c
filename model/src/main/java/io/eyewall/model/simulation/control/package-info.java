/**
 * Who decides where executors run, and how that comes about: the monitor and its lag, plans by the
 * real algorithms and the real adviser of {@code placement}, their way through Nimbus and
 * supervisors, workers that are replaced, nodes that die. One thread; uses {@code event}, {@code
 * spec}, {@code result}, {@code machine} and {@code placement}.
 */
@NullMarked
package io.eyewall.model.simulation.control;

import org.jspecify.annotations.NullMarked;
