/**
 * Windows as in IBM's SPL: tumbling windows, which release all their elements at once, and sliding
 * windows, which release the oldest; bounded by count, time, the difference of an attribute, or
 * punctuation. They know nothing of Storm: values go in, lists come out.
 */
@NullMarked
package io.eyewall.toolkit.window;

import org.jspecify.annotations.NullMarked;
