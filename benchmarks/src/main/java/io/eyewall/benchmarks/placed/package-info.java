/**
 * Measures placement at run time: scenarios whose load is skewed, flips, rises and falls run on the
 * engine with two cores, with each placement algorithm and with the best static plan.
 *
 * <p>{@link io.eyewall.benchmarks.placed.PlacedMain} is the command. {@code PlacedScenario} defines
 * the loads, {@code LiveRun} runs one scenario with one way of placement, and {@code PlacedRunner}
 * runs all scenarios with all ways.
 */
package io.eyewall.benchmarks.placed;
