/** The model's description of a topology: components, edges, costs. Immutable. */
@NullMarked
package io.eyewall.model.topology;

import org.jspecify.annotations.NullMarked;
