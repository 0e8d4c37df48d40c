package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.EngineTuple;
import org.jspecify.annotations.Nullable;

/**
 * Where the user code of an executor runs: on the thread that drives its core ({@link CoreHost}),
 * or on a thread of its own ({@link ThreadHost}). Methods are for the core, unless they say
 * otherwise; while all cores stand still, for whoever made them.
 */
interface Host {
    /**
     * The executor's turn: runs what waits, or hands it over.
     *
     * @return work done, or {@link Core#LOST}
     */
    int turn();

    /**
     * Calls user code that is not for a tuple or a message, before those that wait.
     *
     * @param userCode must guard itself against exceptions
     * @param then what follows, on the core
     * @return 1, or {@link Core#LOST}
     */
    int call(Runnable userCode, Runnable then);

    /** The executor may have something to do. Any thread. */
    void wake();

    /** No user code for tuples and messages begins any more, or it goes on. */
    void pause(boolean now);

    /** Whether nothing of the executor runs here, while it is paused. */
    boolean isResting();

    /** Whether nothing waits or runs here but in the mailbox. Any thread. */
    boolean isIdle();

    /** Tuples and calls that were taken out of the mailbox and wait here. Any thread. */
    int waiting();

    /** Takes back a tuple that has not been executed, or null. While it rests. */
    @Nullable EngineTuple takeBack();

    /**
     * Processor time of the host's own thread in nanoseconds; -1 without, or unknown. Any thread.
     */
    long threadNs();

    /** Interrupts user code that keeps the executor from being closed. Any thread. */
    void interrupt();

    /** The thread that is in user code here and drives no core, or null. Any thread. */
    @Nullable Thread threadInUserCode();

    /** Whether it is the host's own thread that asks, and no core's. */
    boolean isOwnThread();

    /** Ends after what is being done. */
    void stop();
}
