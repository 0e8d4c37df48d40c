/** Topologies drawn at random, on Storm and on Eyewall: who is faster, and where. */
@NullMarked
package io.eyewall.benchmarks.random;

import org.jspecify.annotations.NullMarked;
