/**
 * Operators as bolts. A stream of values has one field, {@code value}; streams for consumers by key
 * have the fields {@code key} and {@code value}. All operators understand markers ({@link
 * io.eyewall.toolkit.punctuation}), anchor the tuples that they emit to the tuples from which they
 * are computed, and ack the latter at once or when they leave a window.
 */
@NullMarked
package io.eyewall.toolkit.operator;

import org.jspecify.annotations.NullMarked;
