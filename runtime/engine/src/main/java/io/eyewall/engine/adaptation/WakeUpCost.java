package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.placement.plan.Weights;
import java.util.List;

/**
 * The cost of waking cores. Below full load a tuple for another core finds that core asleep, and
 * waking it takes longer than most bolts run. So executors belong together as long as one core has
 * room for them; the price of a core in use tells the placement how much that saves. Used by the
 * monitor's thread.
 */
final class WakeUpCost {
    /** Wake-ups of a core per second from which an early evaluation is worth its time. */
    private static final double MANY_PER_SEC = 2_000;

    /** Share of the cores' time that may be in use when one core fewer does the same work. */
    private static final double MAX_BUSY = 0.8;

    private final EarlyEvaluations evaluations = new EarlyEvaluations(WakeUpCost::canConsolidate);

    /**
     * Returns the number of wake-ups per second of the core that sleeps least; see {@link
     * Weights#runningCores}.
     *
     * @param cores counters of each core in the elapsed time
     */
    static double leastWakeUpsPerSec(List<CoreMetrics> cores, long passedNs) {
        double fewestSleeps =
                cores.stream()
                        .filter(c -> !c.isParked())
                        .mapToLong(CoreMetrics::sleeps)
                        .min()
                        .orElse(0);
        return fewestSleeps * 1e9 / Math.max(1, passedNs);
    }

    /**
     * Returns whether cores are woken often for work that fewer of them could do, so that an
     * evaluation is due now. If the condition persists only a few evaluations are made.
     *
     * @param cores counters of the cores since the start
     */
    boolean isEvaluationDue(long nowNs, List<CoreMetrics> cores) {
        return evaluations.isDue(nowNs, cores);
    }

    private static boolean canConsolidate(List<CoreMetrics> cores, long passedNs) {
        int oftenWoken = 0;
        double busyNs = 0;
        for (CoreMetrics core : cores) {
            busyNs += core.busyNs();
            if (core.sleeps() * 1e9 >= MANY_PER_SEC * passedNs) {
                oftenWoken++;
            }
        }
        return oftenWoken > 1 && busyNs <= MAX_BUSY * (oftenWoken - 1) * passedNs;
    }
}
