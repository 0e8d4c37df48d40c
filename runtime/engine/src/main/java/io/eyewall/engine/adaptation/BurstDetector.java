package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.List;

/**
 * Detects between two periods that a core has become full while another is almost idle; placement
 * should not wait for the end of the period then. Used by the monitor's thread, a few times per
 * second.
 */
final class BurstDetector {
    private static final double FULL = 0.9;
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
     * Executors have moved. A full core hides how much more it needs, so one move may not suffice.
     */
    void onMoved() {
        evaluations.onMoved();
    }

    private static boolean isBurst(List<CoreMetrics> cores, long passedNs) {
        double most = 0;
        double least = 1;
        for (CoreMetrics core : cores) {
            double busy = core.busyNs() / (double) passedNs;
            most = Math.max(most, busy);
            least = Math.min(least, busy);
        }
        return most >= FULL && least <= ALMOST_IDLE;
    }
}
