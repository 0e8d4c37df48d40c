package io.eyewall.model.stepping;

/**
 * Decides when an idle spout is called again, as the engine's EmitIntervalEstimator does for spouts
 * whose intervals are uneven, because this causes bursts. The spout is called twice in the mean
 * interval between its emits, but after {@value #SHORTEST_NS} ns at the earliest and Storm's
 * millisecond at the latest, or later if it has long been silent. The engine's rule for even
 * intervals is left out: the model's messages arrive as a Poisson process.
 */
final class Pace {
    private static final double SHORTEST_NS = 150_000;
    private static final double DEFAULT_NS = 1_000_000;
    private static final int LOOKS_PER_GAP = 2;
    private static final int SMOOTHING = 8;
    private static final int LOOKS_PER_SILENCE = 200;
    private static final int LONGEST = 100;

    private double lastNs;
    private double gapNs = DEFAULT_NS * LOOKS_PER_GAP;

    /**
     * Records a slice that emitted something.
     *
     * @param calls number of nextTuple calls that emitted
     */
    void onEmit(double nowNs, int calls) {
        gapNs += ((nowNs - lastNs) / calls - gapNs) / SMOOTHING;
        lastNs = nowNs;
    }

    /** Returns the time from an empty slice to the next one. */
    double delayNs(double nowNs) {
        double silentNs = nowNs - lastNs;
        double mostNs =
                Math.max(DEFAULT_NS, Math.min(LONGEST * DEFAULT_NS, silentNs / LOOKS_PER_SILENCE));
        return Math.min(mostNs, Math.max(SHORTEST_NS, Math.max(gapNs, silentNs) / LOOKS_PER_GAP));
    }
}
