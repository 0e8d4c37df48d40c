package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.EngineTuple;
import org.jspecify.annotations.Nullable;

/**
 * Runs the user code of an executor, on the core's owner thread ({@link CoreHost}) or on a
 * dedicated thread ({@link ThreadHost}). Methods must be called on the owner thread of the
 * executor's core unless they state otherwise, or, while all cores stand still, on the thread that
 * stopped the cores.
 */
public interface Host {
    /**
     * Runs the executor's slice: runs the waiting work, or hands it over to the dedicated thread.
     *
     * @return amount of work done, or {@link Core#LOST}
     */
    int runSlice();

    /**
     * Calls user code that belongs to no tuple or message, before the tuples and messages that
     * wait.
     *
     * @param userCode must guard itself against exceptions
     * @param then action that follows on the core
     * @return 1, or {@link Core#LOST}
     */
    int call(Runnable userCode, Runnable then);

    /** Announces that the executor may have something to do. Any thread. */
    void wake();

    /** Pauses or resumes calls of user code for tuples and messages. */
    void pause(boolean paused);

    /** Returns whether the host runs none of the executor's code, while it is paused. */
    boolean isQuiescent();

    /** Returns whether no work waits or runs outside the mailbox. Any thread. */
    boolean isIdle();

    /**
     * Returns the number of tuples and calls that were taken out of the mailbox and have not been
     * executed. Any thread.
     */
    int waitingCount();

    /**
     * Takes back a tuple that has not been executed, or returns null. While the host is at rest.
     */
    @Nullable EngineTuple takeBackTuple();

    /**
     * Returns the processor time of the host's dedicated thread in nanoseconds; -1 if there is no
     * such thread or the time is unknown. Any thread.
     */
    long threadNs();

    /** Interrupts user code that keeps the executor from being closed. Any thread. */
    void interrupt();

    /** Returns the thread that runs user code here without owning a core, or null. Any thread. */
    @Nullable Thread threadInUserCode();

    /** Returns whether the calling thread is the host's dedicated thread. */
    boolean isDedicatedThread();

    /** Stops the host after its current work. */
    void stop();
}
