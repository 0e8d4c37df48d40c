/** Generates the lines that the topologies read, and puts them into Redis at a steady rate. */
@NullMarked
package io.eyewall.benchmarks.tstorm.input;

import org.jspecify.annotations.NullMarked;
