/**
 * Adapts places and numbers of executors to measured load and traffic while topologies run. {@link
 * io.eyewall.engine.adaptation.LoadMeter} computes one measurement for both from two readings of
 * the counters: {@link io.eyewall.engine.adaptation.LivePlacement} hands it to an adviser of {@code
 * placement/} and moves the executors of an adopted plan, {@link
 * io.eyewall.engine.adaptation.AutoParallelism} changes their number. Used by the monitor's thread.
 * Depends on {@code bolt}, {@code core}, {@code delivery}, {@code executor}, {@code lifecycle},
 * {@code metrics}, {@code routing}, {@code engine} (not {@code Engine} or {@code SteppedEngine}).
 */
@NullMarked
package io.eyewall.engine.adaptation;

import org.jspecify.annotations.NullMarked;
