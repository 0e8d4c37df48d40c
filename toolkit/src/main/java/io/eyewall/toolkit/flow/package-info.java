/**
 * A typed, fluent way to build topologies of operators. What it makes are ordinary spouts and bolts
 * of a {@code TopologyBuilder}, to which others can be added by hand.
 */
@NullMarked
package io.eyewall.toolkit.flow;

import org.jspecify.annotations.NullMarked;
