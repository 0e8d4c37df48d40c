/** Conversion of message bytes to tuple values and back. Pure. */
@NullMarked
package io.eyewall.toolkit.message;

import org.jspecify.annotations.NullMarked;
