package io.eyewall.engine.core;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;

/**
 * Decides when, within a step, a core hands over what is staged for other cores: a few tuples don't
 * fill a batch, and in a long step they would wait while their core sleeps (decision 115). Reading
 * the clock after every call would cost more than a light call does. So calls are counted, and the
 * clock is read again after as many calls as fit into the time that staged tuples may wait. For the
 * core's owner thread.
 */
final class HandOverPace extends Padded {
    /** Maximum time for which tuples are staged, while calls are shorter than that. */
    private static final long MAX_STAGED_NS = 50_000;

    /** Maximum number of calls between two readings of the clock. */
    private static final long MAX_CALLS_PER_CHECK = 64;

    private long callsUntilCheck;
    private long callsPerCheck = 1;

    /** When the clock was read last. */
    private long checkedNs;

    private long handedOverNs;

    /** Begins a step, when nothing is staged. */
    void beginStep(long nowNs) {
        checkedNs = nowNs;
        handedOverNs = nowNs;
        callsUntilCheck = callsPerCheck;
    }

    /** Counts a call into user code; returns whether {@link #isHandOverDue} is to be called. */
    @HotPath
    boolean isCheckDue() {
        return --callsUntilCheck <= 0;
    }

    /**
     * Measures how long calls take, and returns whether to hand over now what is staged. Until the
     * next check there are at most twice as many calls as there were before this one.
     */
    boolean isHandOverDue(long nowNs) {
        long elapsedNs = Math.max(1, nowNs - checkedNs);
        checkedNs = nowNs;
        long callsThatFit = callsPerCheck * MAX_STAGED_NS / elapsedNs;
        long maxCalls = Math.min(2 * callsPerCheck, MAX_CALLS_PER_CHECK);
        callsPerCheck = Math.max(1, Math.min(callsThatFit, maxCalls));
        callsUntilCheck = callsPerCheck;
        if (nowNs - handedOverNs < MAX_STAGED_NS) {
            return false;
        }
        handedOverNs = nowNs;
        return true;
    }
}
