package io.eyewall.engine.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A thread of Eyewall, which does its work in rounds until it is stopped:
 *
 * <ul>
 *   <li>Whatever a round throws, {@link OutOfMemoryError} and {@link StackOverflowError} included,
 *       does not end the thread silently. It is logged, and the next round begins, after a pause
 *       that grows while rounds keep failing. If there is a handler, the exception is passed to the
 *       handler instead, again and again until the handler returns normally, since an exhausted
 *       heap prevents that only for a while.
 *   <li>Only {@link #stop}, the work itself or the handler ends the thread. An interrupt, which can
 *       come only from user code that has obtained the thread, ends at most the current round.
 *   <li>It is a daemon, and inherits nothing from the thread that creates it, whose class loader,
 *       priority and inheritable thread locals may be a topology's.
 * </ul>
 */
public final class SupervisedThread {
    private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MAX_DOUBLINGS = 10;

    private final Thread thread;
    private final Work work;
    private final ThrottledFailureLog failureLog;
    private final @Nullable Predicate<Throwable> onThrown;
    private volatile boolean stopped;

    /** The work of a supervised thread. */
    public interface Work {
        /**
         * Runs one round, which includes waiting for work.
         *
         * @return whether another round follows; if not, the thread ends
         */
        boolean round() throws Exception;
    }

    /** Distinguishes Eyewall's threads from others. */
    private static final class OwnThread extends Thread {
        OwnThread(Runnable run, String name, long stackBytes) {
            super(null, run, name, stackBytes, false);
        }
    }

    /**
     * Creates a thread that continues whatever is thrown.
     *
     * @param name name of the thread
     * @param work the work of each round
     */
    public SupervisedThread(String name, Work work) {
        this(name, work, 0, null);
    }

    /**
     * Creates a thread with a stack size and a handler.
     *
     * @param name name of the thread
     * @param work the work of each round
     * @param stackBytes size of its stack; 0 for the JVM's default
     * @param onThrown handles what a round has thrown, instead of the log; called again and again
     *     until it returns normally; returns whether the thread continues
     */
    @SuppressWarnings("ThreadPriorityCheck") // the default must not depend on the creating thread
    public SupervisedThread(
            String name, Work work, long stackBytes, @Nullable Predicate<Throwable> onThrown) {
        this.work = work;
        this.failureLog = new ThrottledFailureLog("thread " + name);
        this.onThrown = onThrown;
        this.thread = new OwnThread(this::run, name, stackBytes);
        this.thread.setDaemon(true);
        this.thread.setPriority(Thread.NORM_PRIORITY);
        this.thread.setContextClassLoader(SupervisedThread.class.getClassLoader());
    }

    /**
     * Creates a supervisor for work that the calling thread takes over. The calling thread is one
     * of Eyewall's threads that has ended its previous work.
     *
     * @param work the work of each round of {@link #runHere}
     * @param onThrown as for the other constructor
     */
    public SupervisedThread(Work work, Predicate<Throwable> onThrown) {
        this.work = work;
        this.thread = Thread.currentThread();
        this.failureLog = new ThrottledFailureLog("thread " + thread.getName());
        this.onThrown = onThrown;
    }

    /**
     * Runs the work on the calling thread, for which this object was created, until it is stopped.
     */
    public void runHere() {
        run();
    }

    /**
     * Starts the thread.
     *
     * @throws OutOfMemoryError if the machine has no room for another thread; the caller may try
     *     again
     */
    public void start() {
        thread.start();
    }

    /** Returns the thread itself, so that others can unpark, join or inspect it. */
    public Thread thread() {
        return thread;
    }

    /** Returns whether the calling thread is a supervised one, maybe in user code. */
    public static boolean isCaller() {
        return Thread.currentThread() instanceof OwnThread;
    }

    /** Returns whether {@link #stop} has been called. */
    public boolean isStopped() {
        return stopped;
    }

    /** Ends the thread after its current round; unparks it. Any thread. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        boolean continues = true;
        while (continues && !stopped) {
            Thread.interrupted();
            continues = runRound();
        }
    }

    private boolean runRound() {
        try {
            boolean continues = work.round();
            failureLog.recordSuccess();
            return continues;
        } catch (InterruptedException e) {
            return true;
        } catch (Throwable thrown) {
            return onThrown(thrown);
        }
    }

    private boolean onThrown(Throwable thrown) {
        if (onThrown == null) {
            failureLog.recordFailure(thrown);
            pauseAfter(failureLog.failures() - 1);
            return true;
        }
        for (int attempts = 1; ; attempts++) {
            try {
                return onThrown.test(thrown);
            } catch (Throwable thrownByHandler) {
                failureLog.recordFailure(thrownByHandler);
                pauseAfter(attempts);
            }
        }
    }

    private void pauseAfter(long failuresBefore) {
        if (failuresBefore > 0 && !stopped) {
            Thread.interrupted(); // a set interrupt flag would end the pause at once
            LockSupport.parkNanos(
                    this, FIRST_PAUSE_NS << Math.min(failuresBefore - 1, MAX_DOUBLINGS));
        }
    }
}
