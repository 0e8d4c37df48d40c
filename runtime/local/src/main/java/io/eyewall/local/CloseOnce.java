package io.eyewall.local;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs the close action of an object once, although several threads may close the object, such as
 * the end of a try block and a shutdown hook. A second caller does not return before the action is
 * complete. Any thread may call.
 */
final class CloseOnce {
    private final AtomicBoolean started = new AtomicBoolean();
    private final CountDownLatch completed = new CountDownLatch(1);

    /**
     * Runs the action, or waits until another thread has run it. User code of topologies does not
     * wait: the other thread may be waiting for that code. An interrupt ends the wait, and the
     * thread's interrupt flag stays set.
     */
    void run(Runnable close) {
        if (started.compareAndSet(false, true)) {
            try {
                close.run();
            } finally {
                completed.countDown();
            }
        } else if (!SupervisedThread.isCaller()) {
            await();
        }
    }

    /** Returns whether the close action has started. */
    boolean hasStarted() {
        return started.get();
    }

    private void await() {
        try {
            completed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
