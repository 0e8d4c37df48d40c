package io.eyewall.engine.executor;

import io.eyewall.engine.thread.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Inspects the first calls of an executor for state that they leave in the core's thread, such as
 * thread-local values that are set at the first tuple. An executor that leaves any gets a thread
 * for life ({@link UserCode#moveToNewThread}). Inspects only some calls, since each inspection
 * takes microseconds. For the core's owner thread, or the thread that lost the core in the
 * executor's code.
 */
public final class FirstCalls {
    private static final int INSPECTED_CALLS = 8;

    private final UserCode userCode;
    private int remaining = INSPECTED_CALLS;
    private @Nullable ThreadState before;

    public FirstCalls(UserCode userCode) {
        this.userCode = userCode;
    }

    /** Called before a call into user code that may be inspected. */
    public void beforeCall() {
        before = null;
        if (remaining > 0 && userCode.mayKeepThread()) {
            remaining--;
            before = ThreadState.capture();
        }
    }

    /** Called when the call has ended and its thread still owns the core. */
    public void afterCall() {
        LeftState leftState = removeLeftState();
        if (leftState != null) {
            userCode.moveToNewThread(leftState);
        }
    }

    /**
     * Removes from the calling thread the state that the call which has just ended has left there.
     * The thread may have lost the core in that call.
     *
     * @return null if the call left nothing, or was not inspected
     */
    @Nullable LeftState removeLeftState() {
        ThreadState stateBefore = before;
        if (stateBefore == null) {
            return null;
        }
        before = null;
        ThreadState after = ThreadState.capture();
        String left = after.describeLeftSince(stateBefore);
        return left == null ? null : new LeftState(left, after.moveLeftSince(stateBefore));
    }

    /**
     * State that a call has left in its thread.
     *
     * @param description description of the state, for the log
     * @param installState installs the state in the thread that runs it
     */
    record LeftState(String description, Runnable installState) {}
}
