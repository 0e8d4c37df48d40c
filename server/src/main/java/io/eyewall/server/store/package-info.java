/**
 * A server's state on disk: its topologies, each with what it was submitted with and what it was
 * told since, written so that a process that is killed at any moment leaves the old or the new.
 */
@NullMarked
package io.eyewall.server.store;

import org.jspecify.annotations.NullMarked;
