/**
 * Acking is counting: a tuple tree is an object with a counter of its unfinished tuples.
 *
 * <p>Every {@link io.eyewall.engine.acking.TupleTree} is owned by one core and its counter is
 * touched by that core's thread alone, so that counting needs no atomic operation. When a tuple has
 * crossed to another core, that core opens a <i>branch</i> there, owned by itself, for all that
 * follows from the tuple; the branch stands for exactly one unfinished tuple of its parent, and one
 * message goes back to the parent's owner when the branch is finished. A parent can therefore never
 * be complete before all its branches are, whatever the order of messages (Dijkstra and Scholten,
 * "Termination detection for diffusing computations", 1980, with one tree of cores per message).
 *
 * <p>Nobody but the owner looks at a tree while tuples are counted: the other cores hand its
 * address around, and whose it is with it. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.acking;

import org.jspecify.annotations.NullMarked;
