/**
 * Commands that look into, or steer, topologies that other processes of the same user run: how
 * these are found by name, and what is printed. The protocol is that of {@code control/}.
 */
@NullMarked
package io.eyewall.cli.remote;

import org.jspecify.annotations.NullMarked;
