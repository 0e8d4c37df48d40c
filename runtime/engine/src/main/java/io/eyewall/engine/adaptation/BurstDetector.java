package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.List;

/**
 * Detects between two periods that a core has become full while another is almost idle; placement
 * should not wait for the end of the period then. Used by the monitor's thread, a few times per
 * second.
 */
final class BurstDetector {
    /** Share of time for which a full core is busy at least. */
    private static final double FULL = 0.9;

    /** Share of time for which an almost idle core is busy at most. */
    private static final double ALMOST_IDLE = 0.25;

    private final EarlyEvaluations evaluations = new EarlyEvaluations(BurstDetector::isBurst);

    /**
     * Returns whether an evaluation is due now. If the condition persists, as with an executor that
     * fills a core by itself, only a few evaluations are made.
     *
     * @param cores counters of the cores since the start
     */
    boolean isUrgent(long nowNs, List<CoreMetrics> cores) {
        return evaluations.isDue(nowNs, cores);
    }

    /**
     * Called when executors have moved: allows further evaluations. One move may not suffice,
     * because the load that was measured on a full core was less than its executors need.
     */
    void onMoved() {
        evaluations.onMoved();
    }

    private static boolean isBurst(List<CoreMetrics> cores, long passedNs) {
        double fullest = 0;
        double idlest = 1;
        for (CoreMetrics core : cores) {
            double busy = core.busyNs() / (double) passedNs;
            fullest = Math.max(fullest, busy);
            idlest = Math.min(idlest, busy);
        }
        return fullest >= FULL && idlest <= ALMOST_IDLE;
    }
}
