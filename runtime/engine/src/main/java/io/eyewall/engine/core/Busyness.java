package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;

/**
 * Measures whether a core has had little idle time lately, so that it should trade latency for
 * throughput. Used by the core's owner thread only.
 *
 * <p>A single moment without work does not end the busy state: a core that exchanges tuples with
 * other cores has many such moments, and would become slower still if it handed over every tuple
 * alone for the next 10 ms.
 */
final class Busyness extends Padded {
    /** Minimum length of a window: 10 ms. */
    private static final long WINDOW_NS = 10_000_000;

    /** A core is busy if it was idle for at most 1/4 of a window. */
    private static final long MAX_IDLE_DIVISOR = 4;

    /** A core is full if it was idle for at most 1/32 of a window. */
    private static final long MAX_IDLE_DIVISOR_IF_FULL = 32;

    private long windowStartNs;
    private long idleNs;
    private boolean busy;
    private boolean full;

    Busyness(long nowNs) {
        windowStartNs = nowNs;
    }

    boolean isBusy() {
        return busy;
    }

    /** Returns whether the core has no capacity left for more work. */
    boolean isFull() {
        return full;
    }

    /**
     * Records the time between two moments and whether the core was idle in it; at the end of a
     * window, updates whether the core is busy or full.
     *
     * @return whether the core is busy
     */
    boolean record(long fromNs, long toNs, boolean idle) {
        if (idle) {
            idleNs += toNs - fromNs;
        }
        long windowNs = toNs - windowStartNs;
        if (windowNs >= WINDOW_NS) {
            busy = idleNs * MAX_IDLE_DIVISOR <= windowNs;
            full = idleNs * MAX_IDLE_DIVISOR_IF_FULL <= windowNs;
            windowStartNs = toNs;
            idleNs = 0;
        }
        return busy;
    }

    /** Records that the core goes to sleep for lack of work. */
    void onSleep() {
        busy = false;
        full = false;
    }
}
