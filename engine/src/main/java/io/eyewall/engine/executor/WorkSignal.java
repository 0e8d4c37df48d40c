package io.eyewall.engine.executor;

import java.lang.invoke.VarHandle;

/**
 * Tells a dedicated thread of work, and its givers when it must be woken for that: where it waits
 * for work, and nowhere else. Storm's executors are unparked by nobody either, so that user code
 * which parks for a millisecond does.
 */
final class WorkSignal {
    private volatile boolean given;
    private volatile boolean waits;

    /**
     * There is work, which is published already. Any thread.
     *
     * @return whether the dedicated thread is to be unparked
     */
    boolean give() {
        VarHandle.fullFence(); // the work before, `given` after; `clear` is the other half
        if (given) {
            return false; // not seen yet, or whoever gave it unparks
        }
        given = true;
        return waits;
    }

    /** The dedicated thread: will look for work, so that signals of what it can find are over. */
    void clear() {
        given = false;
        VarHandle.fullFence();
    }

    /**
     * The dedicated thread: has found no work.
     *
     * @return whether it may sleep: there was no signal since {@link #clear}
     */
    boolean startWaiting() {
        waits = true;
        return !given;
    }

    /** The dedicated thread: is awake. */
    void stopWaiting() {
        waits = false;
    }
}
