package io.eyewall.toolkit.source;

import org.jspecify.annotations.Nullable;

/** A message between its first emit and its end. */
final class Flight implements Comparable<Flight> {
    final Incoming message;
    int attempts;

    /** Of {@code Time.nanoTime()}: when to emit it again. */
    long dueNs;

    /** Why it goes to the dead letters, if it does. */
    @Nullable String deadBecause;

    Flight(Incoming message) {
        this.message = message;
    }

    @Override
    public int compareTo(Flight other) {
        return Long.compare(dueNs, other.dueNs);
    }
}
