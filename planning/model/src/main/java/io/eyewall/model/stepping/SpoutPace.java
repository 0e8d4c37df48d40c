package io.eyewall.model.stepping;

/**
 * Decides when an idle spout is called again, as the engine's EmitIntervalEstimator does for spouts
 * that emit at uneven intervals. The spout is called twice in the mean interval between its emits,
 * but after {@value #MIN_DELAY_NS} ns at the earliest and Storm's millisecond at the latest. If it
 * has been silent for long, it may be called later, after a 200th of the silence and at most 100
 * ms. The engine's rule for even intervals is left out, because the model's messages arrive as a
 * Poisson process.
 */
final class SpoutPace {
    private static final double MIN_DELAY_NS = 150_000;

    /** Storm's default delay after a call of nextTuple that emitted nothing. */
    private static final double STORM_DELAY_NS = 1_000_000;

    private static final int CALLS_PER_GAP = 2;
    private static final int SMOOTHING = 8;
    private static final int CALLS_PER_SILENCE = 200;
    private static final int MAX_DELAY_FACTOR = 100;

    private double lastEmitNs;
    private double meanGapNs = STORM_DELAY_NS * CALLS_PER_GAP;

    /**
     * Records a slice that emitted something.
     *
     * @param calls number of nextTuple calls that emitted
     */
    void onEmit(double nowNs, int calls) {
        meanGapNs += ((nowNs - lastEmitNs) / calls - meanGapNs) / SMOOTHING;
        lastEmitNs = nowNs;
    }

    /** Returns the delay of the next slice after a slice that emitted nothing. */
    double delayNs(double nowNs) {
        double silentNs = nowNs - lastEmitNs;
        double maxDelayNs =
                Math.max(
                        STORM_DELAY_NS,
                        Math.min(MAX_DELAY_FACTOR * STORM_DELAY_NS, silentNs / CALLS_PER_SILENCE));
        return Math.min(
                maxDelayNs, Math.max(MIN_DELAY_NS, Math.max(meanGapNs, silentNs) / CALLS_PER_GAP));
    }
}
