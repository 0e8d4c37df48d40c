package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.List;

/**
 * Schedules evaluations between two periods while an urgent condition holds, but only a few in a
 * row if it persists. Used by the monitor's thread, a few times per second.
 */
final class EarlyEvaluations {
    /**
     * Maximum number of evaluations while the condition persists. One or two would not suffice: the
     * first window may have begun before the condition, and a plan must win in two windows.
     */
    private static final int MAX_CONSECUTIVE = 8;

    private final Condition condition;
    private List<CoreMetrics> lastCores = List.of();
    private long lastNs;
    private int consecutive;

    /** An urgent condition. */
    interface Condition {
        /**
         * Returns whether the condition holds.
         *
         * @param cores counters of each core in the elapsed time
         * @param passedNs the elapsed time
         */
        boolean holds(List<CoreMetrics> cores, long passedNs);
    }

    EarlyEvaluations(Condition condition) {
        this.condition = condition;
    }

    /**
     * Returns whether an evaluation is due now. The condition is evaluated for the time since the
     * previous call.
     *
     * @param cores counters of the cores since the start
     */
    boolean isDue(long nowNs, List<CoreMetrics> cores) {
        List<CoreMetrics> before = lastCores;
        boolean holds =
                !before.isEmpty()
                        && nowNs > lastNs
                        && condition.holds(
                                cores.stream().map(c -> c.since(before.get(c.core()))).toList(),
                                nowNs - lastNs);
        lastCores = cores;
        lastNs = nowNs;
        consecutive = holds ? consecutive + 1 : 0;
        return holds && consecutive <= MAX_CONSECUTIVE;
    }

    /**
     * Called when executors have moved: the count of evaluations restarts, since one move may not
     * suffice.
     */
    void onMoved() {
        consecutive = 0;
    }
}
