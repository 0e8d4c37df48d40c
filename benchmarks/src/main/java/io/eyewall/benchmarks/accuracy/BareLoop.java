package io.eyewall.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Disturbance by the machine: durations of a loop of pure arithmetic with rounds of equal work, on
 * two processors at once. No model can predict their variation.
 *
 * @param medianNs median duration of a round
 * @param meanNs mean duration
 * @param p99Ns 99th percentile of the duration
 * @param p999Ns 99.9th percentile of the duration
 * @param longestNs maximum duration
 */
record BareLoop(long medianNs, double meanNs, long p99Ns, long p999Ns, long longestNs) {
    private static final int THREADS = 2;
    private static final double ROUND_US = 20;
    private static final long LENGTH_NS = 3_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;

    /**
     * Measures the loop.
     *
     * @param roundsPerUs rounds of {@link Work} per microsecond
     */
    static BareLoop measure(double roundsPerUs) throws InterruptedException {
        List<Histogram> found = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Histogram histogram = new Histogram(LENGTH_NS * 2, SIGNIFICANT_DIGITS);
            found.add(histogram);
            threads.add(new Thread(() -> loop(roundsPerUs, histogram), "bare-loop-" + t));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        found.get(0).add(found.get(1));
        Histogram all = found.get(0);
        return new BareLoop(
                all.getValueAtPercentile(50),
                all.getMean(),
                all.getValueAtPercentile(99),
                all.getValueAtPercentile(99.9),
                all.getMaxValue());
    }

    private static void loop(double roundsPerUs, Histogram histogram) {
        long rounds = Math.round(ROUND_US * roundsPerUs);
        long beganNs = System.nanoTime();
        long seed = 1;
        long beforeNs = beganNs;
        while (beforeNs - beganNs < LENGTH_NS) {
            seed = Work.rounds(seed, rounds);
            long nowNs = System.nanoTime();
            histogram.recordValue(Math.max(0, nowNs - beforeNs));
            beforeNs = nowNs;
        }
        if (seed == 0) {
            throw new AssertionError("its result is needed, so that the work is done");
        }
    }
}
