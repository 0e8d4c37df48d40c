package io.eyewall.toolkit;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for conditions that other threads and processes bring about. */
public final class Await {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(90);

    private Await() {}

    /**
     * Returns when the condition holds; an exception of the condition counts as "not yet". Fails
     * after 90 s.
     */
    public static void until(String what, Callable<Boolean> holds) throws InterruptedException {
        long deadlineNs = System.nanoTime() + LIMIT_NS;
        Exception last = null;
        while (true) {
            try {
                if (holds.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("never: " + what, last);
            }
            Thread.sleep(20);
        }
    }
}
