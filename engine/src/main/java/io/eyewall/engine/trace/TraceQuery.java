package io.eyewall.engine.trace;

/**
 * Which traces somebody wants to see.
 *
 * @param after those with a greater number; 0: all that are kept
 * @param most how many, 0 to {@link TraceBook#MOST_TRACES}; the oldest of them
 */
public record TraceQuery(long after, int most) {
    /**
     * @throws IllegalArgumentException if a number is out of range
     */
    public TraceQuery {
        if (after < 0 || most < 0 || most > TraceBook.MOST_TRACES) {
            throw new IllegalArgumentException(
                    "traces: %d after number %d, expected 0 to %d after 0 or more"
                            .formatted(most, after, TraceBook.MOST_TRACES));
        }
    }
}
