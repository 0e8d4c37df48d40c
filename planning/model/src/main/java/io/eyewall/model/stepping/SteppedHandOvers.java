package io.eyewall.model.stepping;

import io.eyewall.rules.HandOverRule;

/**
 * Counts a simulated core's calls and time for the {@link HandOverRule}: when, within a step, items
 * staged for other cores are handed over.
 */
final class SteppedHandOvers {
    private long callsUntilCheck;
    private long callsPerCheck = 1;
    private double checkedNs;
    private double handedOverNs;

    /** Begins a step; nothing is staged. */
    void beginStep(double nowNs) {
        checkedNs = nowNs;
        handedOverNs = nowNs;
        callsUntilCheck = callsPerCheck;
    }

    /**
     * Ends a call that was made by the step, not by another call; returns whether it is time to
     * hand staged tuples over.
     */
    boolean afterCall(double nowNs) {
        if (--callsUntilCheck > 0) {
            return false;
        }
        callsPerCheck = HandOverRule.nextCallsPerCheck(callsPerCheck, (long) (nowNs - checkedNs));
        callsUntilCheck = callsPerCheck;
        checkedNs = nowNs;
        if (!HandOverRule.isDue((long) (nowNs - handedOverNs))) {
            return false;
        }
        handedOverNs = nowNs;
        return true;
    }
}
