/**
 * The life of a topology, from its plan to its end: creates contexts and tasks, places executors on
 * cores, opens, activates and closes them, and collects errors and counters. Runs on the threads of
 * callers and of the monitor, and briefly on cores. Depends on {@code bytecode}, {@code core},
 * {@code delivery}, {@code executor}, {@code metrics}, {@code multilang}, {@code routing}, {@code
 * temporary}, {@code thread}, {@code trace} and {@code engine} (not {@code Engine} or {@code
 * SteppedEngine}).
 */
@NullMarked
package io.eyewall.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
