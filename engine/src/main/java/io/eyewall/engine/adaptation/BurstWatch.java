package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.List;

/**
 * Notices between two looks that a core has become full while another has next to nothing to do,
 * which should not wait for the end of a period. For the monitor's thread, which asks a few times
 * per second.
 */
final class BurstWatch {
    private static final double FULL = 0.9;
    private static final double ALMOST_IDLE = 0.25;

    /** The first window may have begun before the burst; a plan must win in two. */
    private static final int HURRIED_LOOKS = 8;

    private List<CoreMetrics> last = List.of();
    private long lastNs;
    private int running;

    /**
     * Whether a look should be made now. Where it stays so, as with an executor that fills a core
     * alone, a few looks are all.
     *
     * @param cores what they have counted so far
     */
    boolean isUrgent(long nowNs, List<CoreMetrics> cores) {
        boolean isBurst = !last.isEmpty() && nowNs > lastNs && isBurst(nowNs - lastNs, cores);
        last = cores;
        lastNs = nowNs;
        running = isBurst ? running + 1 : 0;
        return isBurst && running <= HURRIED_LOOKS;
    }

    /** Executors have moved. A full core hides how much it wants, so one change may not suffice. */
    void onMoved() {
        running = 0;
    }

    private boolean isBurst(long elapsedNs, List<CoreMetrics> cores) {
        double most = 0;
        double least = 1;
        for (CoreMetrics core : cores) {
            double busy = core.since(last.get(core.core())).busyNs() / (double) elapsedNs;
            most = Math.max(most, busy);
            least = Math.min(least, busy);
        }
        return most >= FULL && least <= ALMOST_IDLE;
    }
}
