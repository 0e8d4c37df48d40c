package io.eyewall.model.stepping;

/**
 * Decides when, within a step, items staged for other cores are handed over, exactly as the
 * engine's HandOverPace does. Staged tuples wait for about {@value #MAX_WAIT_NS} ns; longer if a
 * single call takes longer.
 */
final class SteppedHandOvers {
    private static final double MAX_WAIT_NS = 50_000;
    private static final int MAX_CALLS_PER_CLOCK_READ = 64;

    /** Number of calls until the clock is read again. */
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

    /**
     * Ends a call that was made by the step, not by another call; returns whether it is time to
     * hand staged tuples over. To save time, the engine does not read the clock after every call.
     */
    boolean afterCall(double nowNs) {
        if (--callsToClockRead > 0) {
            return false;
        }
        double elapsedNs = Math.max(1, nowNs - clockReadNs);
        clockReadNs = nowNs;
        int callsInMaxWait =
                (int)
                        Math.min(
                                MAX_CALLS_PER_CLOCK_READ,
                                callsPerClockRead * MAX_WAIT_NS / elapsedNs);
        callsPerClockRead = Math.max(1, Math.min(callsInMaxWait, 2 * callsPerClockRead));
        callsToClockRead = callsPerClockRead;
        if (nowNs - handedOverNs < MAX_WAIT_NS) {
            return false;
        }
        handedOverNs = nowNs;
        return true;
    }
}
