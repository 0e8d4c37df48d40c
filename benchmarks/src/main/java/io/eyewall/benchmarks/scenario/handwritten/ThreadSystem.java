package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.RunningSystem;
import java.util.ArrayList;
import java.util.List;

/**
 * A fixed set of threads, one per loop, which end by themselves after a stop was requested.
 *
 * <p>A loop that throws ends its thread with a stack trace on stderr; the answer is then wrong, so
 * the failure is detected.
 */
final class ThreadSystem implements RunningSystem {
    private static final long JOIN_TIMEOUT_MS = 30_000;

    private final List<Thread> threads = new ArrayList<>();

    ThreadSystem(String name, List<Runnable> loops) {
        for (Runnable loop : loops) {
            Thread thread = new Thread(loop, name + "-" + threads.size());
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    @Override
    public void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public void close() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(JOIN_TIMEOUT_MS);
            if (thread.isAlive()) {
                throw new IllegalStateException(
                        "thread "
                                + thread.getName()
                                + " still runs "
                                + JOIN_TIMEOUT_MS
                                + " ms after the stop; it should have ended by itself");
            }
        }
    }
}
