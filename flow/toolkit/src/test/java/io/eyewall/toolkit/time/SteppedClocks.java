package io.eyewall.toolkit.time;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Replaces, until it is closed, the machine's two clocks by a monotonic clock that the test
 * controls, and a wall clock that can be set. Only for tests that run one at a time.
 */
public final class SteppedClocks implements AutoCloseable {
    private final ProcessingTime before;
    private volatile long offsetMs;

    /**
     * @param monotonicMs milliseconds since 1970, never decreasing
     */
    public SteppedClocks(LongSupplier monotonicMs) {
        before =
                ProcessingTime.replace(
                        new ProcessingTime(
                                () -> monotonicMs.getAsLong() + offsetMs,
                                () -> monotonicMs.getAsLong() * 1_000_000));
    }

    /** Sets the wall clock ahead of the monotonic clock, or behind it by a negative duration. */
    public void setWallClock(Duration ahead) {
        offsetMs = ahead.toMillis();
    }

    @Override
    public void close() {
        ProcessingTime.replace(before);
    }
}
