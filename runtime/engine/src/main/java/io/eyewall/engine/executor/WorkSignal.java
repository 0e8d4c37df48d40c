package io.eyewall.engine.executor;

import java.lang.invoke.VarHandle;

/**
 * Signals work to a dedicated thread. A thread that signals must unpark the dedicated thread only
 * while that waits for work. Storm's executors are never unparked either, so that user code which
 * parks for a millisecond really does.
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
        VarHandle.fullFence(); // work before it, `raised` after it; `clear` is the counterpart
        if (raised) {
            return false; // the earlier signal has not been seen yet, or its thread unparks
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
     * Begins a wait, when no work has been found. The dedicated thread.
     *
     * @return whether the thread may sleep: there was no signal since {@link #clear}
     */
    boolean startWaiting() {
        waiting = true;
        return !raised;
    }

    /** Ends a wait. The dedicated thread. */
    void stopWaiting() {
        waiting = false;
    }
}
