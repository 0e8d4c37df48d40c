/**
 * The description of a simulation, as records that validate themselves: cluster, topologies,
 * scheduler, incidents. Times are nanoseconds, rates tuples per second, sizes bytes. Uses {@code
 * event} and {@code placement}.
 */
@NullMarked
package io.eyewall.model.simulation.spec;

import org.jspecify.annotations.NullMarked;
