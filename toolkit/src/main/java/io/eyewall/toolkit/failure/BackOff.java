package io.eyewall.toolkit.failure;

import java.util.concurrent.TimeUnit;

/** When to try again what failed: after 0.1 s, then twice as long each time, at most 10 s. */
public final class BackOff {
    private static final long FIRST_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(10);

    private long delayNs = FIRST_NS;
    private int failures;

    /** After a failure: how long to wait before the next try. */
    public long failed() {
        long now = delayNs;
        delayNs = Math.min(LONGEST_NS, delayNs * 2);
        failures++;
        return now;
    }

    /** All is well again. */
    public void succeeded() {
        delayNs = FIRST_NS;
        failures = 0;
    }

    /** In a row. */
    public int failures() {
        return failures;
    }
}
