/** What the topologies read: lines, put into Redis at a steady rate. */
@NullMarked
package io.eyewall.benchmarks.tstorm.input;

import org.jspecify.annotations.NullMarked;
