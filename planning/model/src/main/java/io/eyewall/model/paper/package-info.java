/**
 * The cost models of "Modeling Performance of a Parallel Streaming Engine: Bridging Theory and
 * Costs" (ICPE 2013, sections 3 to 6), formula by formula, its errata selectable. They say what a
 * given rate costs, and know neither capacity nor queues: for these see {@link
 * io.eyewall.model.capacity}. Pure functions of immutable records.
 */
@NullMarked
package io.eyewall.model.paper;

import org.jspecify.annotations.NullMarked;
