package io.eyewall.engine.executor;

import java.lang.invoke.VarHandle;

/**
 * Signals work to a dedicated thread. The signalling thread unparks the dedicated thread only while
 * the dedicated thread waits for work. Otherwise user code that parks for a millisecond would
 * return early; on Storm it does not, because Storm never unparks its executors.
 */
final class WorkSignal {
    private volatile boolean raised;
    private volatile boolean waiting;

    /**
     * Signals work that has already been published. Any thread.
     *
     * @return whether the dedicated thread must be unparked
     */
    boolean raise() {
        VarHandle.fullFence(); // work is written before it, `raised` is read after it; see `clear`
        if (raised) {
            return false; // not yet cleared: the thread that raised it unparks if necessary
        }
        raised = true;
        return waiting;
    }

    /**
     * Clears the signal before the dedicated thread looks for work; work that was signalled before
     * is then found without a signal. Called by the dedicated thread.
     */
    void clear() {
        raised = false;
        VarHandle.fullFence();
    }

    /**
     * Begins a wait, when no work has been found. Called by the dedicated thread.
     *
     * @return whether the thread may sleep: there was no signal since {@link #clear}
     */
    boolean startWaiting() {
        waiting = true;
        return !raised;
    }

    /** Ends a wait. Called by the dedicated thread. */
    void stopWaiting() {
        waiting = false;
    }
}
