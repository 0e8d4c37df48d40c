/**
 * The simulated cluster at work: cores and run queues, workers, executors with their queues, links,
 * tuples and their trees. It knows places, and nothing of who decides on them.
 *
 * <p>What stands for time: an event for each batch of tuples that an executor has dealt with, for
 * each link that it passes, and for its arrival where that takes time. One thread; uses {@code
 * event}, {@code spec}, {@code result} and {@code placement}.
 */
@NullMarked
package io.eyewall.model.simulation.machine;

import org.jspecify.annotations.NullMarked;
