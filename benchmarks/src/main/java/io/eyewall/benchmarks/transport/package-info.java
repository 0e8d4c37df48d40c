/**
 * How fast tuples go from a JVM to a process in C++ over a ring; see benchmarks/native-transport.
 */
@NullMarked
package io.eyewall.benchmarks.transport;

import org.jspecify.annotations.NullMarked;
