/** Tests of what goes over the socket. */
@NullMarked
package io.eyewall.control.wire;

import org.jspecify.annotations.NullMarked;
