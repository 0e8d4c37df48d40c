/** The heap of events and the samplers of random numbers. Single-threaded; uses the JDK only. */
@NullMarked
package io.eyewall.model.simulation.event;

import org.jspecify.annotations.NullMarked;
