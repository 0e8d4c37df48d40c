/**
 * What happens when, and by what chance: the heap of events, samplers of random numbers. One
 * thread; uses the JDK only.
 */
@NullMarked
package io.eyewall.model.simulation.event;

import org.jspecify.annotations.NullMarked;
