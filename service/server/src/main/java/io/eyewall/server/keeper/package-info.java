/** The server's side of its workers: starts them, finds running ones, and gives them orders. */
@NullMarked
package io.eyewall.server.keeper;

import org.jspecify.annotations.NullMarked;
