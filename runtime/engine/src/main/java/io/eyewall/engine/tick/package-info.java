/**
 * What arrives at an executor by the clock: tick tuples, and ticks of metrics, for which it sends
 * data points to the metrics consumers. Depends on {@code core}, {@code delivery}, {@code emit},
 * {@code executor}, {@code routing}.
 */
@NullMarked
package io.eyewall.engine.tick;

import org.jspecify.annotations.NullMarked;
