package io.eyewall.toolkit.source;

import org.jspecify.annotations.Nullable;

/** A message between its first emit and its completion. */
final class Flight implements Comparable<Flight> {
    final Incoming message;
    int attempts;

    /** The {@code Time.nanoTime()} at which to emit the message again. */
    long dueNs;

    /** The reason for which the message goes to the dead letters, or null. */
    @Nullable String deadBecause;

    Flight(Incoming message) {
        this.message = message;
    }

    @Override
    public int compareTo(Flight other) {
        return Long.compare(dueNs, other.dueNs);
    }
}
