/**
 * From a plan to a running topology and to its end: contexts and tasks are made, executors placed
 * on cores, opened, activated, closed; errors and numbers are collected. Runs on the threads of
 * callers, of the monitor, and briefly on cores. Depends on every other package of the engine but
 * the public one's {@code Engine}.
 */
package io.eyewall.engine.lifecycle;
