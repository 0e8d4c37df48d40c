/**
 * From a plan to a running topology and to its end: contexts and tasks are made, executors placed
 * on cores, opened, activated, closed; errors and numbers are collected. Runs on the threads of
 * callers, of the monitor, and briefly on cores. Depends on {@code bytecode}, {@code core}, {@code
 * delivery}, {@code executor}, {@code metrics}, {@code multilang}, {@code routing}, {@code
 * temporary}, {@code thread}, {@code trace} and {@code engine} (not {@code Engine} or {@code
 * SteppedEngine}).
 */
@NullMarked
package io.eyewall.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
