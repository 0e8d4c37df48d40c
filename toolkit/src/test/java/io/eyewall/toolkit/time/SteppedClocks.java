package io.eyewall.toolkit.time;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The machine's two clocks as a test wants them, until it is closed: a monotonic one, and a wall
 * clock that can be set. Only for tests that run one at a time.
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

    /** Sets the wall clock: so far ahead of the monotonic one, or behind it. */
    public void setWallClock(Duration ahead) {
        offsetMs = ahead.toMillis();
    }

    @Override
    public void close() {
        ProcessingTime.replace(before);
    }
}
