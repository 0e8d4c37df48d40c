/** Groupings that Storm lacks. */
@NullMarked
package io.eyewall.toolkit.grouping;

import org.jspecify.annotations.NullMarked;
