package io.eyewall.server;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other threads do. */
public final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long PAUSE_NS = 5_000_000;

    private Await() {}

    /**
     * Returns when nothing is missing.
     *
     * @param missing what is; empty for nothing
     * @throws AssertionError after 90 seconds
     */
    public static void nothing(Callable<String> missing) throws Exception {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        String what = missing.call();
        while (!what.isEmpty()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("after " + PATIENCE + ": " + what);
            }
            LockSupport.parkNanos(PAUSE_NS);
            what = missing.call();
        }
    }

    /** Returns when it is so. */
    public static void until(String what, Callable<Boolean> condition) throws Exception {
        nothing(() -> condition.call() ? "" : "not " + what);
    }
}
