package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.List;

/**
 * Schedules evaluations between two periods while an urgent condition holds, but only a few in a
 * row if it persists. Used by the monitor's thread, a few times per second.
 */
final class EarlyEvaluations {
    /** The first window may have begun before the condition, and a plan must win in two windows. */
    private static final int MAX_IN_A_ROW = 8;

    private final Reason reason;
    private List<CoreMetrics> last = List.of();
    private long lastNs;
    private int inARow;

    /** An urgent condition. */
    interface Reason {
        /**
         * Returns whether the condition holds.
         *
         * @param cores counters of each core in the elapsed time
         * @param passedNs the elapsed time
         */
        boolean holds(List<CoreMetrics> cores, long passedNs);
    }

    EarlyEvaluations(Reason reason) {
        this.reason = reason;
    }

    /**
     * Returns whether an evaluation is due now.
     *
     * @param cores counters of the cores since the start
     */
    boolean isDue(long nowNs, List<CoreMetrics> cores) {
        List<CoreMetrics> before = last;
        boolean holds =
                !before.isEmpty()
                        && nowNs > lastNs
                        && reason.holds(
                                cores.stream().map(c -> c.since(before.get(c.core()))).toList(),
                                nowNs - lastNs);
        last = cores;
        lastNs = nowNs;
        inARow = holds ? inARow + 1 : 0;
        return holds && inARow <= MAX_IN_A_ROW;
    }

    /** Executors have moved; since one move may not suffice, the count of evaluations restarts. */
    void onMoved() {
        inARow = 0;
    }
}
