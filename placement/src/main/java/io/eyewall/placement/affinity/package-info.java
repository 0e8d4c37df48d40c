/**
 * The default algorithm: executors that exchange much come together, greedily first, then by moves
 * and swaps, then by annealing with soft limits. No threads; depends on {@code placement.algorithm}
 * and below.
 */
@NullMarked
package io.eyewall.placement.affinity;

import org.jspecify.annotations.NullMarked;
