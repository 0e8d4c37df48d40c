package io.eyewall.engine.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A thread of ours, which does its work in rounds until it is told to stop:
 *
 * <ul>
 *   <li>Whatever a round throws, {@link OutOfMemoryError} and {@link StackOverflowError} included,
 *       does not end it silently. It is logged, and the next round begins, after a pause that grows
 *       while they go on failing; or it is handed to whoever wants to decide, again and again until
 *       they have managed to: an exhausted heap keeps them from it for a while only.
 *   <li>It is ended by {@link #stop} alone. An interrupt, which only user code that has got hold of
 *       the thread can send, ends at most the round that it meets.
 *   <li>It is a daemon, and takes nothing over from the thread that makes it, whose class loader,
 *       priority and inheritable locals may be those of a topology.
 * </ul>
 */
public final class SupervisedThread {
    private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST_DOUBLINGS = 10;

    private final Thread thread;
    private final Work work;
    private final ThrottledFailureLog attempts;
    private final @Nullable Predicate<Throwable> onThrown;
    private volatile boolean stopped;

    /** What it does. */
    public interface Work {
        /**
         * One round, which also waits for there to be work.
         *
         * @return whether another one is to follow; else the thread ends
         */
        boolean round() throws Exception;
    }

    /** Tells our threads from others. */
    private static final class OwnThread extends Thread {
        OwnThread(Runnable run, String name, long stackBytes) {
            super(null, run, name, stackBytes, false);
        }
    }

    /** A thread that goes on, whatever is thrown. */
    public SupervisedThread(String name, Work work) {
        this(name, work, 0, null);
    }

    /**
     * @param stackBytes size of its stack; 0: the JVM's default
     * @param onThrown given what a round has thrown, instead of the log, again and again until it
     *     returns: whether the thread is to go on
     */
    @SuppressWarnings("ThreadPriorityCheck") // not the one of the thread that makes it
    public SupervisedThread(
            String name, Work work, long stackBytes, @Nullable Predicate<Throwable> onThrown) {
        this.work = work;
        this.attempts = new ThrottledFailureLog("thread " + name);
        this.onThrown = onThrown;
        this.thread = new OwnThread(this::run, name, stackBytes);
        this.thread.setDaemon(true);
        this.thread.setPriority(Thread.NORM_PRIORITY);
        this.thread.setContextClassLoader(SupervisedThread.class.getClassLoader());
    }

    /**
     * The calling thread, which is one of ours and has done its own work, takes over another one.
     *
     * @param work what {@link #runHere} does
     * @param onThrown as of the other constructor
     */
    public SupervisedThread(Work work, Predicate<Throwable> onThrown) {
        this.work = work;
        this.thread = Thread.currentThread();
        this.attempts = new ThrottledFailureLog("thread " + thread.getName());
        this.onThrown = onThrown;
    }

    /** Does its work on the calling thread, which has been given to it, until it is stopped. */
    public void runHere() {
        run();
    }

    /**
     * Starts it.
     *
     * @throws OutOfMemoryError if the machine has no room for another thread; it can be tried again
     */
    public void start() {
        thread.start();
    }

    /** The thread itself: to be unparked, joined, looked at. */
    public Thread thread() {
        return thread;
    }

    /** Whether the calling thread is one of these, maybe in user code. */
    public static boolean isCaller() {
        return Thread.currentThread() instanceof OwnThread;
    }

    /** Whether it has been told to stop. */
    public boolean isStopped() {
        return stopped;
    }

    /** Lets it end after the round that it is in, which is woken if it is parked. Any thread. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        boolean goesOn = true;
        while (goesOn && !stopped) {
            Thread.interrupted();
            goesOn = round();
        }
    }

    private boolean round() {
        try {
            boolean goesOn = work.round();
            attempts.succeeded();
            return goesOn;
        } catch (InterruptedException e) {
            return true;
        } catch (Throwable thrown) {
            return onThrown(thrown);
        }
    }

    private boolean onThrown(Throwable thrown) {
        if (onThrown == null) {
            attempts.failed(thrown);
            pause(attempts.failures() - 1);
            return true;
        }
        for (int tries = 1; ; tries++) {
            try {
                return onThrown.test(thrown);
            } catch (Throwable again) {
                attempts.failed(again);
                pause(tries);
            }
        }
    }

    private void pause(long failuresBefore) {
        if (failuresBefore > 0 && !stopped) {
            Thread.interrupted(); // it would not pause
            LockSupport.parkNanos(
                    this, FIRST_PAUSE_NS << Math.min(failuresBefore - 1, MOST_DOUBLINGS));
        }
    }
}
