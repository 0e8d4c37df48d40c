package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;

/**
 * Whether a core has had little idle time lately, so that it is time to trade latency for
 * throughput. For the core's thread.
 *
 * <p>A moment without work does not end it: a core that waits for others, whose tuples it takes or
 * who take its own, has many of them, and would be slower still if it handed over every tuple alone
 * for the next 10 ms.
 */
final class Busyness extends Padded {
    private static final long WINDOW_NS = 10_000_000;

    /** What part of the time may be idle: one in so many. */
    private static final long IDLE_PART = 4;

    private static final long IDLE_PART_IF_FULL = 32;

    private long beganNs;
    private long idleNs;
    private boolean busy;
    private boolean full;

    Busyness(long nowNs) {
        beganNs = nowNs;
    }

    boolean isBusy() {
        return busy;
    }

    /** Whether it could do no more. */
    boolean isFull() {
        return full;
    }

    /**
     * The time from one moment to another, in which it may have been idle, is over.
     *
     * @return whether it is busy
     */
    boolean after(long fromNs, long toNs, boolean idle) {
        if (idle) {
            idleNs += toNs - fromNs;
        }
        long lastedNs = toNs - beganNs;
        if (lastedNs >= WINDOW_NS) {
            busy = idleNs * IDLE_PART <= lastedNs;
            full = idleNs * IDLE_PART_IF_FULL <= lastedNs;
            beganNs = toNs;
            idleNs = 0;
        }
        return busy;
    }

    /** It goes to sleep for lack of work. */
    void sleep() {
        busy = false;
        full = false;
    }
}
