package io.eyewall.model.stepping;

/**
 * Decides when, within a step, items staged for other cores are handed over, exactly as the
 * engine's HandOverPace does. Staged tuples wait {@value #LONGEST_NS} ns, while calls are shorter
 * than that.
 */
final class SteppedHandOvers {
    private static final double LONGEST_NS = 50_000;
    private static final int MAX_CALLS = 64;

    private int callsToClockRead;
    private int callsPerClockRead = 1;
    private double clockReadNs;
    private double handedOverNs;

    /** Begins a step; nothing is staged. */
    void beginStep(double nowNs) {
        clockReadNs = nowNs;
        handedOverNs = nowNs;
        callsToClockRead = callsPerClockRead;
    }

    /** Ends a call that was made by the step itself; returns whether it is time to hand over. */
    boolean afterCall(double nowNs) {
        if (--callsToClockRead > 0) {
            return false;
        }
        double elapsedNs = Math.max(1, nowNs - clockReadNs);
        clockReadNs = nowNs;
        int fitting = (int) Math.min(MAX_CALLS, callsPerClockRead * LONGEST_NS / elapsedNs);
        callsPerClockRead = Math.max(1, Math.min(fitting, 2 * callsPerClockRead));
        callsToClockRead = callsPerClockRead;
        if (nowNs - handedOverNs < LONGEST_NS) {
            return false;
        }
        handedOverNs = nowNs;
        return true;
    }
}
