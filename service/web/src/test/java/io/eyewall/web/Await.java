package io.eyewall.web;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other threads do. */
final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long PAUSE_NS = 5_000_000;

    private Await() {}

    /** Returns when it is so. */
    static void until(String what, Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("after " + PATIENCE + ": not " + what);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
