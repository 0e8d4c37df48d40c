/**
 * The simulated cluster: cores and run queues, workers, executors with their queues, links, tuples
 * and their trees. It knows places, but not how they are chosen.
 *
 * <p>A batch of tuples causes an event when an executor has processed it, for each link that it
 * passes, and for its arrival if the transfer takes time. Single-threaded; uses {@code event},
 * {@code spec}, {@code result} and {@code placement}.
 */
@NullMarked
package io.eyewall.model.simulation.machine;

import org.jspecify.annotations.NullMarked;
