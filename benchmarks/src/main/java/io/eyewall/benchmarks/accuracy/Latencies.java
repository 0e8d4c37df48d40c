package io.eyewall.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * How long messages took from emit to ack, each of them, as their spouts saw it.
 *
 * @param count messages
 * @param meanNs mean
 * @param quantilesNs at 0%, 1% and so on until 100%
 */
record Latencies(long count, double meanNs, List<Long> quantilesNs) {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long HIGHEST_NS = 60_000_000_000L;

    /** Of the spouts of this process that have been opened, and not forgotten. */
    private static final Queue<SingleWriterRecorder> SPOUTS = new ConcurrentLinkedQueue<>();

    /** A spout begins: where it writes its latencies. */
    static SingleWriterRecorder open() {
        SingleWriterRecorder recorder = new SingleWriterRecorder(HIGHEST_NS, SIGNIFICANT_DIGITS);
        SPOUTS.add(recorder);
        return recorder;
    }

    /** What spouts have written since the last call. */
    static Latencies take() {
        Histogram all = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        SPOUTS.forEach(spout -> all.add(spout.getIntervalHistogram()));
        return of(all);
    }

    /** What a histogram has. */
    static Latencies of(Histogram all) {
        List<Long> quantiles = new ArrayList<>();
        for (int percent = 0; percent <= 100; percent++) {
            quantiles.add(all.getValueAtPercentile(percent));
        }
        return new Latencies(all.getTotalCount(), all.getMean(), quantiles);
    }

    /** Forgets all spouts. */
    static void forget() {
        SPOUTS.clear();
    }

    /** The 99th percentile. */
    long p99Ns() {
        return quantilesNs.get(99);
    }
}
