/**
 * A typed, fluent API to build topologies of operators. It generates ordinary spouts and bolts of a
 * {@code TopologyBuilder}, to which other components can be added directly.
 */
@NullMarked
package io.eyewall.toolkit.flow;

import org.jspecify.annotations.NullMarked;
