package io.eyewall.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What the machine does to a loop of nothing but arithmetic, of which each round is as long as any
 * other, on two processors at once: what no model can know.
 *
 * @param medianNs of a round
 * @param meanNs of it
 * @param p99Ns of it
 * @param p999Ns of it
 * @param longestNs of it
 */
record BareLoop(long medianNs, double meanNs, long p99Ns, long p999Ns, long longestNs) {
    private static final int THREADS = 2;
    private static final double ROUND_US = 20;
    private static final long LENGTH_NS = 3_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;

    /**
     * Measures it.
     *
     * @param roundsPerUs of {@link Work}
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
