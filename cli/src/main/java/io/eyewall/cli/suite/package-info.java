/**
 * {@code eyewall test}: reads files with tests of topologies that are defined in Flux, runs the
 * tests on the test driver, and reports the results. Each test has a topology, a class loader, a
 * driver and a thread of its own. Tests run one after the other, as Storm has one clock per
 * process.
 */
@NullMarked
package io.eyewall.cli.suite;

import org.jspecify.annotations.NullMarked;
