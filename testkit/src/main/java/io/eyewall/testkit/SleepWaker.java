package io.eyewall.testkit;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.utils.Time;

/**
 * Lets simulated time pass while one thread sleeps in it, millisecond by millisecond until that
 * thread need not sleep any more. A thread of its own, since the sleeper can't do it: Storm's
 * simulation expects another thread to move the time. Sleeps of other threads move nothing.
 */
final class SleepWaker implements AutoCloseable {
    private static final long LOOK_EVERY_NS = 1_000_000;

    private final Thread sleeper;
    private final SupervisedThread thread =
            new SupervisedThread("eyewall-virtual-sleep", this::look);

    /**
     * @param sleeper whose sleeps are to end
     */
    SleepWaker(Thread sleeper) {
        this.sleeper = sleeper;
    }

    void start() {
        thread.start();
    }

    private boolean look() {
        // The sleeper stays in its sleep until the time has moved, and only this moves it.
        while (!thread.isStopped() && sleeper.isAlive() && Time.isThreadWaiting(sleeper)) {
            Time.advanceTime(1);
        }
        LockSupport.parkNanos(this, LOOK_EVERY_NS);
        return true;
    }

    /** Ends the thread; the simulation must go on until this returns. */
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
