/**
 * One measurement in a JVM of its own: starts one system on one scenario, warms it up, measures a
 * window, drains it, checks its answer, and writes a {@link
 * io.eyewall.benchmarks.scenario.child.Measurement} to a file.
 */
package io.eyewall.benchmarks.scenario.child;
