/**
 * {@code eyewall test}: files with tests of topologies that are defined in Flux, read, run on the
 * test driver, and reported. Each test has a topology, a class loader, a driver and a thread of its
 * own; they run one after the other, as Storm has one clock per process.
 */
@NullMarked
package io.eyewall.cli.suite;

import org.jspecify.annotations.NullMarked;
