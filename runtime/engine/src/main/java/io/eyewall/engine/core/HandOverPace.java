package io.eyewall.engine.core;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import io.eyewall.rules.HandOverRule;

/**
 * Counts calls and time for the {@link HandOverRule}: when a core hands over what is staged for
 * other cores. For the core's owner thread.
 */
final class HandOverPace extends Padded {
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

    /** Measures how long calls take; returns whether to hand over now what is staged. */
    boolean isHandOverDue(long nowNs) {
        callsPerCheck = HandOverRule.nextCallsPerCheck(callsPerCheck, nowNs - checkedNs);
        callsUntilCheck = callsPerCheck;
        checkedNs = nowNs;
        if (!HandOverRule.isDue(nowNs - handedOverNs)) {
            return false;
        }
        handedOverNs = nowNs;
        return true;
    }
}
