package io.eyewall.engine.spout;

import io.eyewall.rules.EmitIntervalEstimator;

/**
 * The back-off of a spout with a dedicated thread after a call of nextTuple that emitted nothing.
 * Once the spout has been silent for long, the back-off is as long as on a core, less the time that
 * the call itself took, because such spouts wait inside nextTuple, in a poll or a sleep. So a spout
 * with long waits is called again immediately, while spouts that sleep for a millisecond don't
 * cause a thousand sleeps a second each. For the spout's thread.
 */
final class DedicatedSpoutBackoff {
    private boolean called;

    /** When the last call began. */
    private long callStartNs;

    /** When the spout last emitted, or was first called. */
    private long lastEmitNs;

    /** Called before a call of nextTuple. */
    void onCall(long nowNs) {
        callStartNs = nowNs;
        if (!called) {
            called = true;
            lastEmitNs = nowNs;
        }
    }

    /** Called when the call has emitted something. */
    void onEmit(long nowNs) {
        lastEmitNs = nowNs;
    }

    /**
     * Returns the number of nanoseconds from now to the next call.
     *
     * @param stormDelayNs Storm's back-off
     */
    long delayNs(long nowNs, long stormDelayNs) {
        long intervalNs = EmitIntervalEstimator.maxDelayNs(nowNs - lastEmitNs, stormDelayNs);
        return Math.max(stormDelayNs, intervalNs - (nowNs - callStartNs));
    }
}
