/**
 * Tuples and where they go: {@link io.eyewall.engine.delivery.EngineTuple} implements Storm's tuple
 * with one object of 32 bytes, {@link io.eyewall.engine.delivery.StreamSource} holds what all
 * tuples of one task and stream share. Depends on {@code acking} and {@code core}.
 */
package io.eyewall.engine.delivery;
