/**
 * Tuples and their receivers: {@link io.eyewall.engine.delivery.EngineTuple} implements Storm's
 * tuple as one small object, {@link io.eyewall.engine.delivery.StreamSource} holds what all tuples
 * of one task and stream share, and an {@link io.eyewall.engine.delivery.Endpoint} is a task that
 * receives tuples. Depends on {@code acking}, {@code core}, {@code memory} and {@code trace}.
 */
@NullMarked
package io.eyewall.engine.delivery;

import org.jspecify.annotations.NullMarked;
