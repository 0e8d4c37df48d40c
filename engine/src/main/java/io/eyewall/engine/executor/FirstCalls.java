package io.eyewall.engine.executor;

import io.eyewall.engine.thread.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Inspects the first calls of an executor for what they leave in the core's thread, such as
 * thread-local values that are set at the first tuple. An executor that leaves anything gets a
 * thread for life ({@link UserCode#moveTo}). Only some calls: each takes microseconds. For the
 * thread that drives the executor's core, or lost it in the executor's code.
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
        Left found = take();
        if (found != null) {
            userCode.moveTo(found);
        }
    }

    /**
     * Takes what the call that has just ended has left out of the calling thread, which may have
     * lost the core in it.
     *
     * @return null if it left nothing, or is not inspected
     */
    @Nullable Left take() {
        ThreadState then = before;
        if (then == null) {
            return null;
        }
        before = null;
        ThreadState after = ThreadState.capture();
        String left = after.leftSince(then);
        return left == null ? null : new Left(left, after.moveAway(then));
    }

    /**
     * What a call has left in its thread.
     *
     * @param what it is, for the log
     * @param arrive leaves it in the thread that runs this
     */
    record Left(String what, Runnable arrive) {}
}
