package io.eyewall.engine.trace;

import java.time.Duration;

/**
 * Somebody wants messages traced for as long as they look; whoever does not look any more need not
 * say so.
 *
 * @param holder who: a second lease of the same replaces the first
 * @param every one of how many messages, 1 at least; where several ask, the least counts
 * @param limit after which it ends by itself, at most {@link #LONGEST}; zero ends it now
 */
public record TraceLease(String holder, int every, Duration limit) {
    /** The longest time for which somebody can ask at once. */
    public static final Duration LONGEST = Duration.ofMinutes(1);

    private static final int LONGEST_NAME = 100;

    /**
     * @throws IllegalArgumentException if something is out of range
     */
    public TraceLease {
        TraceSettings.requireRange("every", every, 1);
        if (holder.isEmpty() || holder.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "tracing: the holder of a lease has a name of %d characters, expected 1 to %d"
                            .formatted(holder.length(), LONGEST_NAME));
        }
        if (limit.isNegative() || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "tracing: a lease for %s, expected 0 to %s; renew it in time"
                            .formatted(limit, LONGEST));
        }
    }
}
