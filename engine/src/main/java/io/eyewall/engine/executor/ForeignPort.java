package io.eyewall.engine.executor;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The way into an executor's core for calls that come from other threads: the user's own, or one
 * that lost the core. Calls keep their order per thread. A thread that is far ahead of the core is
 * slowed down: an executor's own dedicated thread until the core has caught up, any other for a
 * short while only, since the core may be waiting for a lock that it holds.
 */
final class ForeignPort {
    private static final int AHEAD = 4096;
    private static final long PAUSE_NS = 50_000;
    private static final long LONGEST_WAIT_NS = 5_000_000;

    private final Executor executor;
    private final AtomicInteger outstanding = new AtomicInteger();

    ForeignPort(Executor executor) {
        this.executor = executor;
    }

    /** Calls under way to the core. Any thread. */
    int outstanding() {
        return outstanding.get();
    }

    /** Runs a command on the executor's core. Any thread but the core's; tasks must not move. */
    void submit(Runnable command) {
        outstanding.incrementAndGet();
        executor.core()
                .submit(
                        () -> {
                            try {
                                command.run();
                            } finally {
                                outstanding.decrementAndGet();
                            }
                        });
    }

    /** Waits if the calling thread is far ahead of the core; before what it has to submit. */
    void slowDown() {
        if (outstanding.get() < AHEAD) {
            return;
        }
        DedicatedThread dedicated = executor.dedicatedThread();
        boolean patient = dedicated != null && dedicated.isCurrentThread();
        long startNs = System.nanoTime();
        while (outstanding.get() >= AHEAD
                && !executor.host.isOver()
                && !Thread.currentThread().isInterrupted()
                && (patient || System.nanoTime() - startNs < LONGEST_WAIT_NS)) {
            LockSupport.parkNanos(this, PAUSE_NS);
        }
    }
}
