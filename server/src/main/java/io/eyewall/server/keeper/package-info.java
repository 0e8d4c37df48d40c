/** A server's side of its workers: starts them, finds those that run, and has them do things. */
@NullMarked
package io.eyewall.server.keeper;

import org.jspecify.annotations.NullMarked;
