package io.eyewall.model.stepping;

import java.util.Arrays;
import java.util.List;

/**
 * The result of a run of {@link EngineSteps}.
 *
 * @param messages number of messages measured
 * @param perSec messages per second
 * @param latency time from a spout's emit to the end of the tuple tree
 * @param fromDue time from the moment at which a message was due to the end of the tuple tree; NaN
 *     if sources always have more, so that no message is due at any time
 * @param busyCores processor time of cores in steps that found work, in cores
 * @param idleCores processor time of idle cores, in cores: polling for work, sleeps and wake-ups
 * @param wakesPerSec how often a sleeping core was woken by another
 * @param threadWakesPerSec how often a dedicated executor's thread was woken
 * @param sleepsPerSec by core: how often it went to sleep
 * @param keptUp whether the topology processed messages as fast as they were offered
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
     * The mean and 99th percentile of a time.
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

    /** Returns the processor time of cores, busy and idle. */
    public double cores() {
        return busyCores + idleCores;
    }
}
