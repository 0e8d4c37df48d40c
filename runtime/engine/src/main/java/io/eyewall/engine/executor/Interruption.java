package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The interruption of a call of an executor that waits on its callers' stack, or that waits for an
 * interrupted call. The watcher begins it, the interrupted thread reads it, and the executor's core
 * ends it. An exception that the call throws because of the interruption does not fail the
 * topology: the call's tuple is failed, so that its message is replayed.
 */
public final class Interruption {
    private static final Logger LOG = LoggerFactory.getLogger(Interruption.class);

    /** Maximum number of causes that are inspected, because user code may return endless chains. */
    private static final int MAX_CAUSES = 20;

    private final Executor executor;

    /** The thread whose call of this executor was interrupted, until it has returned; or null. */
    private volatile @Nullable Thread interrupted;

    /**
     * The thread that was interrupted in a call of another executor, which this executor had
     * called; it may have just returned from that call. Or null.
     */
    private volatile @Nullable Thread interruptedNearby;

    public Interruption(Executor executor) {
        this.executor = executor;
    }

    /** Interrupts the executor's call if the thread is still in it. Called by the watcher. */
    void begin(Thread thread, List<Tasklet> callers, long elapsedNs) {
        interrupted = thread;
        if (executor.userCode().isAwayOn(thread)) {
            LOG.warn(
                    "interrupting executor {}{} after {} ms: its current tuple is failed, so that a"
                            + " tracked message is replayed and an untracked one is lost; the"
                            + " executor gets a dedicated thread",
                    executor,
                    callers.isEmpty() ? "" : ", called directly on the stack of " + callers + ",",
                    TimeUnit.NANOSECONDS.toMillis(elapsedNs));
            thread.interrupt();
        }
    }

    /**
     * Records that the thread is about to be interrupted in the call of another executor. Called by
     * the watcher.
     */
    void setInterruptedNearby(Thread thread) {
        interruptedNearby = thread;
    }

    /** Returns whether the calling thread was interrupted in its call of this executor. */
    public boolean isOfCallingThread() {
        return interrupted == Thread.currentThread();
    }

    /**
     * Returns whether the interruption is the cause of an exception that the calling thread has
     * thrown.
     */
    public boolean isCauseOf(Throwable thrown) {
        if (isOfCallingThread() && thrown instanceof Exception) {
            return true; // interrupted code may throw any exception
        }
        return (isOfCallingThread() || interruptedNearby == Thread.currentThread())
                && wasCausedByInterrupt(thrown);
    }

    /**
     * Ends the interruption, when the thread has returned. On the core.
     *
     * @return whether the executor's call was interrupted
     */
    boolean end() {
        boolean wasInterrupted = interrupted != null;
        interrupted = null;
        interruptedNearby = null;
        return wasInterrupted;
    }

    /** Returns whether an exception was caused by an interrupt. */
    private static boolean wasCausedByInterrupt(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException) {
                return true;
            }
            try {
                cause = cause.getCause();
            } catch (Throwable userCode) {
                return false;
            }
        }
        return false;
    }
}
