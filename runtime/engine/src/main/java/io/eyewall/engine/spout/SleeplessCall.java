package io.eyewall.engine.spout;

/**
 * A spout's {@code nextTuple} without the sleeps with which it begins or ends. It requests them
 * instead, and its caller waits outside of the call. For the thread that runs the task's user code.
 */
public interface SleeplessCall {
    /** The sleep that a call requests. */
    enum Sleep {
        /** No sleep. */
        NONE,
        /** The call has done nothing yet, and must be made again after the sleep. */
        BEFORE,
        /** The call is complete except for the sleep. */
        AFTER
    }

    /**
     * Calls the method.
     *
     * @param slept whether the sleep at the beginning of the method is over
     * @return the sleep that the method requests
     */
    Sleep call(boolean slept);

    /** Returns the duration of the sleep that the last call requested, in nanoseconds. */
    long sleepNs();
}
