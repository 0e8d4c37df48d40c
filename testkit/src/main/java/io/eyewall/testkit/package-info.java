/**
 * Tests topologies without threads and without waiting: {@link
 * io.eyewall.testkit.TopologyTestDriver} runs one on the test's own thread, by a virtual clock, on
 * the engine that runs it in production. {@link io.eyewall.testkit.CoreSteps} drives several cores
 * of an engine in an order that a seed decides. Everything here is for the thread that created it.
 * Depends on {@code engine} and {@code topology}, and on no test framework.
 */
@NullMarked
package io.eyewall.testkit;

import org.jspecify.annotations.NullMarked;
