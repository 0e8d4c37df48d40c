package io.eyewall.testkit;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.utils.Time;

/**
 * Advances simulated time while one thread sleeps in it, millisecond by millisecond until that
 * thread wakes. This needs a separate thread, as Storm's simulation expects another thread to
 * advance the time while one sleeps. Sleeps of other threads advance nothing.
 */
final class SleepWaker implements AutoCloseable {
    private static final long CHECK_INTERVAL_NS = 1_000_000;

    private final Thread sleeper;
    private final SupervisedThread thread =
            new SupervisedThread("eyewall-virtual-sleep", this::advanceDuringSleep);

    /**
     * Creates the thread without starting it.
     *
     * @param sleeper the thread whose sleeps are to end
     */
    SleepWaker(Thread sleeper) {
        this.sleeper = sleeper;
    }

    void start() {
        thread.start();
    }

    private boolean advanceDuringSleep() {
        // The sleeper stays in its sleep until the time advances, and only this thread advances it.
        while (!thread.isStopped() && sleeper.isAlive() && Time.isThreadWaiting(sleeper)) {
            Time.advanceTime(1);
        }
        LockSupport.parkNanos(this, CHECK_INTERVAL_NS);
        return true;
    }

    /** Ends the thread. The simulation must not be ended before this returns. */
    @Override
    public void close() {
        thread.stop();
        try {
            thread.thread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
