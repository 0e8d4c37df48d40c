/** Sources, sinks, operators, punctuation and parallel regions for any Storm. */
@NullMarked
package io.eyewall.toolkit;

import org.jspecify.annotations.NullMarked;
