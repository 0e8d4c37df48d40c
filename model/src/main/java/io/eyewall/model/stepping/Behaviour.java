package io.eyewall.model.stepping;

import java.util.Arrays;
import java.util.List;

/**
 * What came of it.
 *
 * @param messages how many it is of
 * @param perSec messages per second
 * @param latency from a spout's emit to the end of the tuple tree
 * @param fromDue from when a message was due to the end of the tuple tree; not a number where
 *     sources always have more, so that nothing is due
 * @param busyCores processor time of cores in steps that found something to do, in cores
 * @param idleCores processor time of cores that have nothing to do, in cores: their sleeps with the
 *     wake-ups that end them, and looking for work before that
 * @param wakesPerSec how often a sleeping core was woken by another
 * @param threadWakesPerSec how often an executor's own thread was woken
 * @param sleepsPerSec by core: how often it went to sleep
 * @param keptUp whether what was offered got through
 */
public record Behaviour(
        int messages,
        double perSec,
        Times latency,
        Times fromDue,
        double busyCores,
        double idleCores,
        double wakesPerSec,
        double threadWakesPerSec,
        List<Double> sleepsPerSec,
        boolean keptUp) {
    /**
     * How long messages take.
     *
     * @param meanNs the mean
     * @param p99Ns the 99th percentile
     */
    public record Times(double meanNs, double p99Ns) {
        static Times of(double[] sorted) {
            int count = sorted.length;
            return new Times(
                    Arrays.stream(sorted).average().orElse(0),
                    count == 0 ? 0 : sorted[(int) Math.ceil(0.99 * count) - 1]);
        }
    }

    public Behaviour {
        sleepsPerSec = List.copyOf(sleepsPerSec);
    }

    /** Processor time of cores, whether they had something to do or not. */
    public double cores() {
        return busyCores + idleCores;
    }
}
