/** Compares Storm and Eyewall on topologies drawn at random. */
@NullMarked
package io.eyewall.benchmarks.random;

import org.jspecify.annotations.NullMarked;
