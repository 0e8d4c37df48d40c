/**
 * The simulator: discrete events, and the real classes of {@code placement}, which decide where
 * simulated executors run. Start reading at {@link io.eyewall.model.simulation.Simulator}.
 * Packages: {@code spec} (what is simulated), {@code event} (time and chance), {@code machine} (the
 * simulated cluster), {@code control} (placement decisions), {@code result} (measurements).
 * Single-threaded.
 */
@NullMarked
package io.eyewall.model.simulation;

import org.jspecify.annotations.NullMarked;
