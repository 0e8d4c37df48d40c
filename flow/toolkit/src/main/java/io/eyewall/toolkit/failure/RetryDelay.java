package io.eyewall.toolkit.failure;

import java.util.concurrent.TimeUnit;

/**
 * Computes the delay before the next attempt after a failure: 0.1 s at first, doubled with each
 * further failure in a row, at most 10 s. Not thread-safe.
 */
public final class RetryDelay {
    private static final long MIN_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_DELAY_NS = TimeUnit.SECONDS.toNanos(10);

    private long delayNs = MIN_DELAY_NS;
    private int failures;

    /** Records a failure and returns the number of nanoseconds to wait before the next attempt. */
    public long delayNsAfterFailure() {
        long thisDelayNs = delayNs;
        delayNs = Math.min(MAX_DELAY_NS, delayNs * 2);
        failures++;
        return thisDelayNs;
    }

    /** Records a success: the next delay is the shortest again. */
    public void succeeded() {
        delayNs = MIN_DELAY_NS;
        failures = 0;
    }

    /** Returns the number of failures since the last success. */
    public int failures() {
        return failures;
    }
}
