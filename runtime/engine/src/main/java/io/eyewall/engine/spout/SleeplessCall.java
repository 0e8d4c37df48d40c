package io.eyewall.engine.spout;

/**
 * A spout's {@code nextTuple} without the sleeps with which it begins or ends. It asks for them
 * instead, and its caller waits outside of the call. For the thread that runs the task's user code.
 */
public interface SleeplessCall {
    /** The sleep that a call asks for. */
    enum Sleep {
        NONE,
        /** The call has done nothing yet, and must be made again after the sleep. */
        BEFORE,
        /** The call has done all that it does. */
        AFTER
    }

    /**
     * Calls the method.
     *
     * @param slept whether the sleep at the beginning of the method is over
     * @return the sleep that the method asks for
     */
    Sleep call(boolean slept);

    /** Returns how long the sleep that the last call has asked for takes, in nanoseconds. */
    long sleepNs();
}
