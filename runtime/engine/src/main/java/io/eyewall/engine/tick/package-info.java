/**
 * The inputs of an executor that the clock sends: tick tuples, and ticks of metrics, for which it
 * sends data points to the metrics consumers. Depends on {@code core}, {@code delivery}, {@code
 * emit}, {@code executor}, {@code routing}.
 */
@NullMarked
package io.eyewall.engine.tick;

import org.jspecify.annotations.NullMarked;
