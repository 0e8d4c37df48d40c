package io.eyewall.engine.trace;

/**
 * Selects traces.
 *
 * @param after selects traces with greater numbers; 0: all that are kept
 * @param most maximum number of traces, 0 to {@link TraceBook#MAX_TRACES}; the oldest are selected
 */
public record TraceQuery(long after, int most) {
    /**
     * @throws IllegalArgumentException if a number is out of range
     */
    public TraceQuery {
        if (after < 0 || most < 0 || most > TraceBook.MAX_TRACES) {
            throw new IllegalArgumentException(
                    "traces: asked for %d after number %d, expected 0 to %d after 0 or more"
                            .formatted(most, after, TraceBook.MAX_TRACES));
        }
    }
}
