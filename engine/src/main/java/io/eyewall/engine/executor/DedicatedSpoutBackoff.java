package io.eyewall.engine.executor;

/**
 * How long a spout with a thread of its own is left alone after a call of nextTuple that emitted
 * nothing. As long as on a core, once it has been silent for long; but the time that the call
 * itself took is part of that, since such spouts wait inside of nextTuple, for a poll or in a
 * sleep: those that wait long there are called again at once, those that sleep for a millisecond
 * don't take a thousand sleeps a second each. For the spout's thread.
 */
final class DedicatedSpoutBackoff {
    private boolean called;

    /** When the last call began. */
    private long beganNs;

    /** When it emitted last, or was called first. */
    private long emittedNs;

    /** A call begins. */
    void onCall(long nowNs) {
        beganNs = nowNs;
        if (!called) {
            called = true;
            emittedNs = nowNs;
        }
    }

    /** The call has emitted something. */
    void onEmit(long nowNs) {
        emittedNs = nowNs;
    }

    /**
     * Nanoseconds from now to the next call.
     *
     * @param usualNs what Storm waits
     */
    long delayNs(long nowNs, long usualNs) {
        long betweenNs = EmitIntervalEstimator.mostNs(nowNs - emittedNs, usualNs);
        return Math.max(usualNs, betweenNs - (nowNs - beganNs));
    }
}
