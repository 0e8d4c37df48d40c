/**
 * The cost models of "Modeling Performance of a Parallel Streaming Engine: Bridging Theory and
 * Costs" (ICPE 2013, sections 3 to 6), formula by formula; its errata can be corrected or kept. The
 * formulas compute the cost of a given rate, but neither capacity nor queues; {@link
 * io.eyewall.model.capacity} does. All are pure functions of immutable records.
 */
@NullMarked
package io.eyewall.model.paper;

import org.jspecify.annotations.NullMarked;
