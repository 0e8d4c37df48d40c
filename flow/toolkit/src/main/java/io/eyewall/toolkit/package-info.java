/**
 * Sources, sinks, windows, punctuation, operators and parallel regions, as ordinary spouts and
 * bolts that run on any Storm: the features that IBM Streams has and Storm lacks (Nabi et al., "Of
 * Streams and Storms", section 3.3).
 */
@NullMarked
package io.eyewall.toolkit;

import org.jspecify.annotations.NullMarked;
