package io.eyewall.toolkit.source;

import org.jspecify.annotations.Nullable;

/** A message between its first emit and its completion. */
final class InFlightMessage implements Comparable<InFlightMessage> {
    final Incoming message;

    /** The number of times that the message has failed. */
    int failures;

    /** The {@code Time.nanoTime()} at which to emit the message again after a failure. */
    long dueNs;

    /** Whether the message was acked and waits for a snapshot, before it is done. */
    boolean isAcked;

    /** The reason why the message goes to the dead letters; null if it does not. */
    @Nullable String deadLetterReason;

    InFlightMessage(Incoming message) {
        this.message = message;
    }

    @Override
    public int compareTo(InFlightMessage other) {
        return Long.compare(dueNs, other.dueNs);
    }
}
