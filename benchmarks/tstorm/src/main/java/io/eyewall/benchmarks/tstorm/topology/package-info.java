/**
 * The topologies of the T-Storm paper (section V), in Storm's API alone. Their spouts write down
 * how long each message took.
 */
@NullMarked
package io.eyewall.benchmarks.tstorm.topology;

import org.jspecify.annotations.NullMarked;
