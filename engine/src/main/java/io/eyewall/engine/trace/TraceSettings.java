package io.eyewall.engine.trace;

/**
 * Which messages are traced.
 *
 * @param every of how many that a spout executor emits one is; 0: none
 * @param perSecond traces of the topology that may begin in a second, 1 at least
 */
public record TraceSettings(int every, int perSecond) {
    /** The largest of both numbers. */
    public static final int MOST = 1_000_000_000;

    /**
     * @throws IllegalArgumentException if a number is out of range
     */
    public TraceSettings {
        requireRange("every", every, 0);
        requireRange("perSecond", perSecond, 1);
    }

    static void requireRange(String what, int value, int least) {
        if (value < least || value > MOST) {
            throw new IllegalArgumentException(
                    "tracing: %s is %d, expected %d to %d".formatted(what, value, least, MOST));
        }
    }
}
