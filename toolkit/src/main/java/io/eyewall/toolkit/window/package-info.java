/**
 * Windows as SPL has them: tumbling ones, which let all go at once, and sliding ones, which let the
 * oldest go; by count, time, the difference of an attribute, and punctuation. Without Storm: values
 * in, lists out.
 */
@NullMarked
package io.eyewall.toolkit.window;

import org.jspecify.annotations.NullMarked;
