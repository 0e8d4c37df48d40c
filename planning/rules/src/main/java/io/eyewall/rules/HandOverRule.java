package io.eyewall.rules;

/**
 * Decides when, within a step, a core hands over what is staged for other cores: a few tuples don't
 * fill a batch, and in a long step they would wait while their core sleeps (decision 115). Reading
 * the clock after every call would cost more than a light call does. So calls are counted, and the
 * clock is read again after as many calls as fit into the time that staged tuples may wait.
 */
public final class HandOverRule {
    /** Maximum time for which tuples are staged, while calls are shorter than that. */
    private static final long MAX_STAGED_NS = 50_000;

    /** Maximum number of calls between two readings of the clock. */
    private static final long MAX_CALLS_PER_CHECK = 64;

    private HandOverRule() {}

    /**
     * Returns the number of calls until the clock is read again: at most twice as many as before.
     *
     * @param callsPerCheck number of calls between the last two readings
     * @param elapsedNs time between them
     */
    public static long nextCallsPerCheck(long callsPerCheck, long elapsedNs) {
        long callsThatFit = callsPerCheck * MAX_STAGED_NS / Math.max(1, elapsedNs);
        long maxCalls = Math.min(2 * callsPerCheck, MAX_CALLS_PER_CHECK);
        return Math.max(1, Math.min(callsThatFit, maxCalls));
    }

    /**
     * Returns whether staged tuples are handed over now.
     *
     * @param elapsedNs time since they were handed over last, or since the step began
     */
    public static boolean isDue(long elapsedNs) {
        return elapsedNs >= MAX_STAGED_NS;
    }
}
