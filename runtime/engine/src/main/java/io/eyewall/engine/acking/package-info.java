/**
 * Acking is counting: a tuple tree is an object with a counter of its unfinished tuples.
 *
 * <p>Every {@link io.eyewall.engine.acking.TupleTree} is owned by one core, and only that core's
 * owner thread touches its counter, so that counting needs no atomic operation. When a tuple has
 * crossed to another core, that core opens a <i>branch</i>, owned by itself, for all that follows
 * from the tuple. The branch stands for exactly one unfinished tuple of its parent, and one
 * cross-core message goes back to the parent's owner when the branch is finished. A parent can
 * therefore never be complete before all its branches are, in whatever order these messages arrive
 * (Dijkstra and Scholten, "Termination detection for diffusing computations", 1980, with one tree
 * of cores per message).
 *
 * <p>Only the owner reads a tree while tuples are counted: other cores pass the tree's address on,
 * together with its owner. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.acking;

import org.jspecify.annotations.NullMarked;
