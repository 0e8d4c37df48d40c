/**
 * The default algorithm: places executors that exchange much traffic close together, first
 * greedily, then by moves and swaps, then by annealing with soft limits. No threads; depends on
 * {@code placement.algorithm} and below.
 */
@NullMarked
package io.eyewall.placement.affinity;

import org.jspecify.annotations.NullMarked;
