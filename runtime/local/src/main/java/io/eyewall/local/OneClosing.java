package io.eyewall.local;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs the close action of an object once, although several threads may close the object, such as
 * the end of a try block and a shutdown hook. A second caller does not return before the action is
 * complete. Any thread may call.
 */
final class OneClosing {
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * Runs the action, or waits until another thread has run it. User code of topologies does not
     * wait: the other thread may be waiting for that code. An interrupt ends the wait and is kept.
     */
    void run(Runnable close) {
        if (begun.compareAndSet(false, true)) {
            try {
                close.run();
            } finally {
                over.countDown();
            }
        } else if (!SupervisedThread.isCaller()) {
            await();
        }
    }

    /** Returns whether the close action has started. */
    boolean hasBegun() {
        return begun.get();
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
