/**
 * What goes over the socket: frames, and the JSON in them. Nothing here knows who asks or answers.
 * No threads of its own; the protocol is described in docs/reference/control.md.
 */
@NullMarked
package io.eyewall.control.wire;

import org.jspecify.annotations.NullMarked;
