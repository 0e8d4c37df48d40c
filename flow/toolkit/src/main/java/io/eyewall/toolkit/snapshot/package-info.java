/**
 * Consistent snapshots of a running topology: all operators' state and all sources' positions as of
 * one moment of the stream, from which the topology goes on after a failure as if nothing had
 * happened. The protocol is that of Chandy and Lamport (1985) with aligned markers (Carbone et al.
 * 2015). The coordinator is in this package, the store in {@code io.eyewall.state}.
 */
@NullMarked
package io.eyewall.toolkit.snapshot;

import org.jspecify.annotations.NullMarked;
