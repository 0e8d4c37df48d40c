package io.eyewall.engine.trace;

import java.time.Duration;

/**
 * A request to trace messages for a limited time. A viewer renews its lease while it needs traces;
 * it need not end the lease.
 *
 * @param holder name of the viewer; a second lease of the same holder replaces the first
 * @param every traces one of this many messages, at least 1; the smallest value of all leases
 *     counts
 * @param limit time after which the lease ends, at most {@link #LONGEST}; zero ends it now
 */
public record TraceLease(String holder, int every, Duration limit) {
    /** The longest time that can be requested at once. */
    public static final Duration LONGEST = Duration.ofMinutes(1);

    private static final int MAX_HOLDER_CHARS = 100;

    /**
     * @throws IllegalArgumentException if a value is out of range
     */
    public TraceLease {
        TraceSettings.requireRange("every", every, 1);
        if (holder.isEmpty() || holder.length() > MAX_HOLDER_CHARS) {
            throw new IllegalArgumentException(
                    "tracing: the name of a lease's holder has %d characters, expected 1 to %d"
                            .formatted(holder.length(), MAX_HOLDER_CHARS));
        }
        if (limit.isNegative() || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "tracing: limit of a lease is %s, expected 0 to %s; renew it before it ends"
                            .formatted(limit, LONGEST));
        }
    }
}
