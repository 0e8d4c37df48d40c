/**
 * Measures placement at run time: scenarios whose load is skewed, flips, rises and falls run on the
 * engine with two cores, with each placement algorithm and with the best static plan.
 *
 * <p>{@link io.eyewall.benchmarks.placed.PlacedMain} is the command; {@code PlacedScenario} has the
 * loads, {@code LiveRun} runs one of them in one way, {@code PlacedRunner} all of them.
 */
package io.eyewall.benchmarks.placed;
