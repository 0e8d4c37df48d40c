/** Bytes of a message to values of a tuple, and back. Pure. */
@NullMarked
package io.eyewall.connectors.message;

import org.jspecify.annotations.NullMarked;
