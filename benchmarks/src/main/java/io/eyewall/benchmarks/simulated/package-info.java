/**
 * Compares the simulator with our engine: costs are measured on small topologies; larger ones,
 * which were not used for that, are run and simulated.
 *
 * <p>{@link io.eyewall.benchmarks.simulated.SimulatedMain} is the command; {@code Shape} is a
 * topology, {@code EngineRun} runs it, {@code Costs} are what was measured, {@code Prediction}
 * simulates it with them.
 */
@NullMarked
package io.eyewall.benchmarks.simulated;

import org.jspecify.annotations.NullMarked;
