package io.eyewall.rules;

/**
 * Estimates when an idle spout will emit again, and so how long to wait before the next call of
 * nextTuple. A spout that emits at even intervals is called just before its next emit is due, and
 * again soon after; any other spout is called twice in the time between two of its emits. So a
 * source with a tuple every 100 us does not wait a millisecond for each, and one that has fallen
 * silent is called less and less often. Not thread-safe.
 */
public final class EmitIntervalEstimator {
    private static final int CALLS_PER_INTERVAL = 2;

    /**
     * Minimum delay. A shorter one is not worth a thread's sleep, which takes some 15 us of
     * processor time: tuples at shorter intervals wait for one another.
     */
    private static final long MIN_DELAY_NS = 150_000;

    /** Minimum delay before the second call if the first was slightly too early. */
    private static final long MIN_RETRY_NS = 100_000;

    /** Divisor of exponential smoothing: a new interval counts for one eighth. */
    private static final int SMOOTHING_DIVISOR = 8;

    /** The interval divided by this is the minimum of {@link #stepNs}. */
    private static final int MIN_STEP_DIVISOR = 64;

    /** The interval divided by this is the maximum to which {@link #stepNs} grows. */
    private static final int MAX_STEP_DIVISOR = 8;

    /** Minimum number of calls in the time for which a spout has been silent. */
    private static final int MIN_CALLS_PER_SILENCE = 200;

    /** Maximum delay as a multiple of Storm's, so that an idle topology costs next to nothing. */
    private static final int MAX_DELAY_FACTOR = 100;

    private boolean started;

    /** When the spout last emitted, or was first called. */
    private long lastEmitNs;

    /** Mean interval between emits. */
    private long intervalNs;

    /** Mean deviation of the intervals from {@link #intervalNs}. */
    private long deviationNs;

    /**
     * How long before the expected emit the next call is planned. Grows with each emit until a call
     * has come too early.
     */
    private long stepNs;

    /** Whether a call has come too early since the last emit. */
    private boolean calledTooEarly;

    /** When the next call is planned; 0 if it has been made. */
    private long plannedNs;

    /** Mean time by which calls have come later than planned. */
    private long meanLateNs;

    /**
     * Called when a slice emitted something.
     *
     * @param calls number of calls of nextTuple that emitted; more than one if the first came late
     */
    public void onEmit(long nowNs, int calls) {
        onCall(nowNs);
        if (started) {
            long difference = (nowNs - lastEmitNs) / calls - intervalNs;
            intervalNs += difference / SMOOTHING_DIVISOR;
            deviationNs += (Math.abs(difference) - deviationNs) / SMOOTHING_DIVISOR;
        }
        started = true;
        lastEmitNs = nowNs;
        stepNs = calledTooEarly ? 0 : Math.min(intervalNs / MAX_STEP_DIVISOR, stepNs + stepNs / 2);
        stepNs = Math.max(intervalNs / MIN_STEP_DIVISOR, stepNs);
        calledTooEarly = false;
    }

    private void onCall(long nowNs) {
        if (plannedNs != 0) {
            long lateByNs = Math.max(0, Math.min(MIN_DELAY_NS, nowNs - plannedNs));
            meanLateNs += (lateByNs - meanLateNs) / SMOOTHING_DIVISOR;
            plannedNs = 0;
        }
    }

    /**
     * Returns the number of nanoseconds from an empty slice to the next one.
     *
     * @param stormDelayNs Storm's back-off
     */
    public long delayNs(long nowNs, long stormDelayNs) {
        onCall(nowNs);
        if (!started) {
            started = true;
            lastEmitNs = nowNs;
            intervalNs = stormDelayNs * CALLS_PER_INTERVAL;
            deviationNs = intervalNs;
        }
        long silentNs = nowNs - lastEmitNs;
        boolean isDueSoon = silentNs < intervalNs && isEven(stormDelayNs);
        calledTooEarly |= silentNs >= intervalNs / 2;
        long delayNs =
                isDueSoon ? delayUntilDueNs(silentNs) : delayInSilenceNs(silentNs, stormDelayNs);
        plannedNs = nowNs + delayNs;
        return delayNs;
    }

    /** Returns whether intervals are even, and long enough that each tuple is worth a sleep. */
    private boolean isEven(long stormDelayNs) {
        return intervalNs > MIN_DELAY_NS
                && intervalNs <= stormDelayNs
                && deviationNs < intervalNs / 2;
    }

    private long delayUntilDueNs(long silentNs) {
        long untilNs = intervalNs - stepNs - meanLateNs - silentNs;
        return Math.max(silentNs < intervalNs / 2 ? MIN_DELAY_NS : MIN_RETRY_NS, untilNs);
    }

    private long delayInSilenceNs(long silentNs, long stormDelayNs) {
        long maxNs = maxDelayNs(silentNs, stormDelayNs);
        long halfNs = Math.max(intervalNs, silentNs) / CALLS_PER_INTERVAL;
        return Math.min(maxNs, Math.max(MIN_DELAY_NS, halfNs));
    }

    /**
     * Returns the maximum number of nanoseconds between two calls of a spout.
     *
     * @param silentNs for how long the spout has emitted nothing
     * @param stormDelayNs Storm's back-off
     */
    public static long maxDelayNs(long silentNs, long stormDelayNs) {
        return Math.max(
                stormDelayNs,
                Math.min(MAX_DELAY_FACTOR * stormDelayNs, silentNs / MIN_CALLS_PER_SILENCE));
    }
}
