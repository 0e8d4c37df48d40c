/**
 * Compares the simulator with our engine: costs are measured on small topologies, and larger ones,
 * which were not used for the costs, are run and simulated.
 *
 * <p>{@link io.eyewall.benchmarks.simulated.SimulatedMain} is the command. {@code Shape} is a
 * topology, {@code EngineRun} runs it, {@code Costs} holds the measured costs, and {@code
 * Prediction} simulates the topology with them.
 */
@NullMarked
package io.eyewall.benchmarks.simulated;

import org.jspecify.annotations.NullMarked;
