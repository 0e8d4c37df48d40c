package io.eyewall.local;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The closing of something that several may close: the end of a try block and a shutdown hook, say.
 * It is done once, and nobody goes on as if it were over before it is. Any thread.
 */
final class OneClosing {
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * Closes, or waits until another thread has. User code of topologies does not wait: the other
     * thread may be waiting for that code. An interrupt ends the wait and is kept.
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

    /** Whether it is closed, or about to be. */
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
