package io.eyewall.engine.executor;

import io.eyewall.engine.thread.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Inspects the first calls of an executor for what they leave in the core's thread, such as
 * thread-local values that are set at the first tuple. An executor that leaves anything gets a
 * thread for life. Only some calls: each takes microseconds. For the thread that calls the
 * executor's user code, on its core or after losing it.
 */
final class FirstCalls {
    private static final int INSPECTED = 8;

    private final UserCode userCode;
    private int left = INSPECTED;
    private @Nullable ThreadState before;

    /**
     * What a call has left in the calling thread, and has been taken out of it.
     *
     * @param what in words, for the log
     * @param arrive sets it in another thread, which is to run this
     */
    record Left(String what, Runnable arrive) {}

    FirstCalls(UserCode userCode) {
        this.userCode = userCode;
    }

    /** A call into user code is about to begin that might be inspected. */
    void begin() {
        before = null;
        if (left > 0 && userCode.mayKeepThread()) {
            left--;
            before = ThreadState.capture();
        }
    }

    /** That call has ended. What it has left; null if nothing, or if it was not inspected. */
    @Nullable Left end() {
        ThreadState then = before;
        if (then == null) {
            return null;
        }
        before = null;
        ThreadState now = ThreadState.capture();
        String what = now.leftSince(then);
        return what == null ? null : new Left(what, now.moveAway(then));
    }
}
