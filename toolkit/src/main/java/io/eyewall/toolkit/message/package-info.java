/** Bytes of a message to values of a tuple, and back. Pure. */
@NullMarked
package io.eyewall.toolkit.message;

import org.jspecify.annotations.NullMarked;
