/**
 * Tuples and where they go: {@link io.eyewall.engine.delivery.EngineTuple} implements Storm's tuple
 * with one small object, {@link io.eyewall.engine.delivery.StreamSource} holds what all tuples of
 * one task and stream share. Depends on {@code acking}, {@code core}, {@code memory} and {@code
 * trace}.
 */
@NullMarked
package io.eyewall.engine.delivery;

import org.jspecify.annotations.NullMarked;
