/**
 * Where executors run and how many there are, by measured load and traffic, while topologies run.
 * {@link io.eyewall.engine.adaptation.LoadMeter} makes one measurement for both of what was counted
 * between two readings: {@link io.eyewall.engine.adaptation.LivePlacement} hands it to an adviser
 * of {@code placement/} and moves the executors of an adopted plan, {@link
 * io.eyewall.engine.adaptation.AutoParallelism} changes their number. For the monitor's thread;
 * depends on {@code core}, {@code delivery}, {@code executor}, {@code lifecycle}, {@code metrics},
 * {@code routing} and {@code engine} (not {@code Engine} or {@code SteppedEngine}).
 */
@NullMarked
package io.eyewall.engine.adaptation;

import org.jspecify.annotations.NullMarked;
