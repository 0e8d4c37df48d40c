/**
 * Commands that inspect and control topologies in other processes of the same user: finding the
 * processes, and printing results. The protocol is that of {@code control/}.
 */
@NullMarked
package io.eyewall.cli.remote;

import org.jspecify.annotations.NullMarked;
