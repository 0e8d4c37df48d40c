/**
 * The topologies of the T-Storm paper (section V), written against Storm's API alone. Their spouts
 * record the processing time of each message.
 */
@NullMarked
package io.eyewall.benchmarks.tstorm.topology;

import org.jspecify.annotations.NullMarked;
