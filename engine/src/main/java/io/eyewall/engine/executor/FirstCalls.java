package io.eyewall.engine.executor;

import io.eyewall.engine.thread.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Inspects the first calls of an executor for what they leave in the core's thread, such as
 * thread-local values that are set at the first tuple. An executor that leaves anything gets a
 * thread for life ({@link UserCode#moveAway}). Only some calls: each takes microseconds. For the
 * thread that drives the executor's core.
 */
final class FirstCalls {
    private static final int INSPECTED = 8;

    private final UserCode userCode;
    private int left = INSPECTED;
    private @Nullable ThreadState before;

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

    /** That call has ended, and its thread still drives the core. */
    void end() {
        ThreadState then = before;
        if (then != null) {
            before = null;
            userCode.moveAway(then, ThreadState.capture());
        }
    }
}
