/**
 * A server's state on disk: its topologies, each with its submission and its accepted orders. A
 * process that is killed at any moment leaves either the old or the new state.
 */
@NullMarked
package io.eyewall.server.store;

import org.jspecify.annotations.NullMarked;
