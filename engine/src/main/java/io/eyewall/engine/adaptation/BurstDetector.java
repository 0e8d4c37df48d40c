package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.List;

/**
 * Notices between two looks that a core has become full while another has next to nothing to do,
 * which should not wait for the end of a period. For the monitor's thread, which asks a few times
 * per second.
 */
final class BurstDetector {
    private static final double FULL = 0.9;
    private static final double ALMOST_IDLE = 0.25;

    private final EarlyEvaluations looks = new EarlyEvaluations(BurstDetector::isBurst);

    /**
     * Whether a look should be made now. Where it stays so, as with an executor that fills a core
     * alone, a few looks are all.
     *
     * @param cores what they have counted so far
     */
    boolean isUrgent(long nowNs, List<CoreMetrics> cores) {
        return looks.isDue(nowNs, cores);
    }

    /** Executors have moved. A full core hides how much it wants, so one change may not suffice. */
    void onMoved() {
        looks.onMoved();
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
