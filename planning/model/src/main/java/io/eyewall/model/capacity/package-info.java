/**
 * Computes the rates that the places, threads and links of a placement sustain, and the first
 * bottleneck.
 */
@NullMarked
package io.eyewall.model.capacity;

import org.jspecify.annotations.NullMarked;
