/**
 * Tests of topologies without threads and without waiting. A {@link
 * io.eyewall.testkit.TopologyTestDriver} runs a topology on the test's own thread, by a virtual
 * clock, on the same engine that runs it in production. {@link io.eyewall.testkit.CoreSteps} drives
 * several cores of an engine in an order that a seed determines. Each object is used only by the
 * thread that created it. Depends on {@code engine} and {@code topology}, and on no test framework.
 */
@NullMarked
package io.eyewall.testkit;

import org.jspecify.annotations.NullMarked;
