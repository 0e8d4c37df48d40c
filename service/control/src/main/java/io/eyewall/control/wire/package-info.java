/**
 * The wire format of the control protocol: frames, and the JSON in them, independent of clients and
 * ports. Has no threads of its own; docs/reference/control.md describes the protocol.
 */
@NullMarked
package io.eyewall.control.wire;

import org.jspecify.annotations.NullMarked;
