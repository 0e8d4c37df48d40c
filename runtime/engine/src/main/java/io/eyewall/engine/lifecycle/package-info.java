/**
 * The life of a topology, from its plan to its end: creates contexts and tasks, places executors on
 * cores, opens, activates and closes them, and collects errors and counters. Runs on the threads of
 * callers and of the monitor, and briefly on cores. Depends on {@code bolt}, {@code bytecode},
 * {@code core}, {@code delivery}, {@code emit}, {@code executor}, {@code hotpath}, {@code metrics},
 * {@code multilang}, {@code routing}, {@code spout}, {@code temporary}, {@code thread}, {@code
 * trace}, {@code engine} (not {@code Engine} or {@code SteppedEngine}).
 */
@NullMarked
package io.eyewall.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
