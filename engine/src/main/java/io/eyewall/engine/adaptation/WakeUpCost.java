package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.placement.plan.Weights;
import java.util.List;

/**
 * What it costs to wake cores. Below full load a tuple for another core finds it asleep: waking it
 * takes more than most bolts do. So executors belong together as long as they fit; the price of a
 * core in use says how much that saves. For the monitor's thread.
 */
final class WakeUpCost {
    /** Processor time of one: the sleep, the call that ends it, and caches that have grown cold. */
    private static final double NS = 12_000;

    /** Of a core: so many per second are worth a look soon. */
    private static final double MANY_PER_SEC = 2_000;

    /** What part of a core is to be used at most if others are to be closed. */
    private static final double FITS = 0.8;

    private final EarlyEvaluations looks = new EarlyEvaluations(WakeUpCost::areForLittle);

    /**
     * What a core in use costs at present, in nanoseconds per second.
     *
     * @param cores what each has counted in the time that has passed
     */
    static double priceOfACoreNs(List<CoreMetrics> cores, long passedNs) {
        double least =
                cores.stream()
                        .filter(c -> !c.isParked())
                        .mapToLong(CoreMetrics::sleeps)
                        .min()
                        .orElse(0);
        return Math.max(Weights.machine().openNs(), least * NS * 1e9 / Math.max(1, passedNs));
    }

    /**
     * Whether cores are woken often for work that fewer of them could do, so that a look should be
     * made now. Where it stays so a few looks are all.
     *
     * @param cores what they have counted so far
     */
    boolean areForLittle(long nowNs, List<CoreMetrics> cores) {
        return looks.isDue(nowNs, cores);
    }

    private static boolean areForLittle(List<CoreMetrics> cores, long passedNs) {
        int woken = 0;
        double busyNs = 0;
        for (CoreMetrics core : cores) {
            busyNs += core.busyNs();
            if (core.sleeps() * 1e9 >= MANY_PER_SEC * passedNs) {
                woken++;
            }
        }
        return woken > 1 && busyNs <= FITS * (woken - 1) * passedNs;
    }
}
