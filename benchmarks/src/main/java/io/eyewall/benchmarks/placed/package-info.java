/**
 * Placement while topologies run: scenarios whose load is skewed, flips, rises and falls, on the
 * engine with two cores, with each way of placing and with the best plan that never moves.
 *
 * <p>{@link io.eyewall.benchmarks.placed.PlacedMain} is the command; {@code PlacedScenario} has the
 * loads, {@code LiveRun} runs one of them in one way, {@code PlacedRunner} all of them.
 */
package io.eyewall.benchmarks.placed;
