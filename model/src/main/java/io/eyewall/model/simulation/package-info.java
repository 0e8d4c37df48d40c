/**
 * The simulator: discrete events, and the real classes of {@code placement} deciding where
 * simulated executors run. Begin with {@link io.eyewall.model.simulation.Simulator}. Packages:
 * {@code spec} (what is simulated), {@code event} (time and chance), {@code machine} (the cluster
 * at work), {@code control} (who places), {@code result} (what came of it). One thread.
 */
@NullMarked
package io.eyewall.model.simulation;

import org.jspecify.annotations.NullMarked;
