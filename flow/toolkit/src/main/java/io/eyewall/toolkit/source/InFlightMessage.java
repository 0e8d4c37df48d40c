package io.eyewall.toolkit.source;

import org.jspecify.annotations.Nullable;

/** A message between its first emit and its completion. */
final class InFlightMessage implements Comparable<InFlightMessage> {
    final Incoming message;
    int attempts;

    /** The {@code Time.nanoTime()} at which to emit the message again. */
    long dueNs;

    /** The reason for which the message goes to the dead letters, or null. */
    @Nullable String deadBecause;

    InFlightMessage(Incoming message) {
        this.message = message;
    }

    @Override
    public int compareTo(InFlightMessage other) {
        return Long.compare(dueNs, other.dueNs);
    }
}
