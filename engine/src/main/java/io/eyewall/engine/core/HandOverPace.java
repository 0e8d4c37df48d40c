package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;

/**
 * When, within a step of a core, what is staged for other cores is to be handed over: few tuples
 * don't fill a batch, and in a long step they would wait while their core sleeps (decision 115). To
 * ask for the time after every call would cost more than a light call does: calls are counted, and
 * the next look comes after as many as fit into the time that staged tuples may wait. For the
 * thread that drives the core.
 */
final class HandOverPace extends Padded {
    /** How long tuples are staged, while calls are shorter than that. */
    private static final long LONGEST_NS = 50_000;

    private static final long MOST_CALLS = 64;

    private long callsToLook;
    private long callsPerLook = 1;
    private long lookedNs;
    private long handedOverNs;

    /** A step begins; nothing is staged. */
    void beginStep(long nowNs) {
        lookedNs = nowNs;
        handedOverNs = nowNs;
        callsToLook = callsPerLook;
    }

    /** Counts a call into user code; whether it is time for {@link #look}. hot path. */
    boolean isTimeToLook() {
        return --callsToLook <= 0;
    }

    /** Sees how long calls take; whether what is staged is to be handed over now. */
    boolean look(long nowNs) {
        long elapsedNs = Math.max(1, nowNs - lookedNs);
        lookedNs = nowNs;
        long fitting = callsPerLook * LONGEST_NS / elapsedNs;
        long most = Math.min(2 * callsPerLook, MOST_CALLS);
        callsPerLook = Math.max(1, Math.min(fitting, most));
        callsToLook = callsPerLook;
        if (nowNs - handedOverNs < LONGEST_NS) {
            return false;
        }
        handedOverNs = nowNs;
        return true;
    }
}
