/**
 * Measures the rate at which tuples travel from a JVM to a C++ process over a ring; see
 * benchmarks/native-transport.
 */
@NullMarked
package io.eyewall.benchmarks.transport;

import org.jspecify.annotations.NullMarked;
