/** Groupings that Storm has not. */
@NullMarked
package io.eyewall.toolkit.grouping;

import org.jspecify.annotations.NullMarked;
