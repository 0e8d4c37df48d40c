/**
 * Placement algorithms with a common interface, {@link
 * io.eyewall.placement.algorithm.PlacementAlgorithm}, and the registry that finds them on the class
 * path and in a plug-in directory. No threads; depends on {@code placement.plan} and below.
 */
@NullMarked
package io.eyewall.placement.algorithm;

import org.jspecify.annotations.NullMarked;
