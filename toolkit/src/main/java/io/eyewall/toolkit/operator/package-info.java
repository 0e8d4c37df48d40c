/**
 * Operators as bolts. A stream has one field, {@code value}; streams for consumers by key have
 * {@code key} and {@code value}. All know markers ({@link io.eyewall.toolkit.punctuation}), anchor
 * what they emit to what it was made of, and ack that: at once, or when a window lets it go.
 */
@NullMarked
package io.eyewall.toolkit.operator;

import org.jspecify.annotations.NullMarked;
