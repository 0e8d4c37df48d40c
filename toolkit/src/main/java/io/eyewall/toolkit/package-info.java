/**
 * What IBM Streams has and Storm lacks (Nabi et al., "Of Streams and Storms", section 3.3): sources
 * and sinks, windows, punctuation, operators and parallel regions, as ordinary spouts and bolts for
 * any Storm.
 */
@NullMarked
package io.eyewall.toolkit;

import org.jspecify.annotations.NullMarked;
