package io.eyewall.engine.trace;

/**
 * Determines which messages are traced.
 *
 * @param every traces one of this many messages that a spout executor emits; 0: none
 * @param perSecond maximum number of the topology's traces that begin in a second, at least 1
 */
public record TraceSettings(int every, int perSecond) {
    /** Maximum of both numbers. */
    public static final int MAX_VALUE = 1_000_000_000;

    /**
     * @throws IllegalArgumentException if a number is out of range
     */
    public TraceSettings {
        requireRange("every", every, 0);
        requireRange("perSecond", perSecond, 1);
    }

    static void requireRange(String name, int value, int min) {
        if (value < min || value > MAX_VALUE) {
            throw new IllegalArgumentException(
                    "tracing: %s is %d, expected %d to %d".formatted(name, value, min, MAX_VALUE));
        }
    }
}
