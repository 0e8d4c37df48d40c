package io.eyewall.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Latencies of all messages from emit to ack, measured by their spouts.
 *
 * @param count number of messages
 * @param meanNs mean
 * @param quantilesNs quantiles at 0%, 1%, and so on until 100%
 */
record Latencies(long count, double meanNs, List<Long> quantilesNs) {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long HIGHEST_NS = 60_000_000_000L;

    /** Recorders of the spouts of this process that were opened, and not forgotten. */
    private static final Queue<SingleWriterRecorder> SPOUTS = new ConcurrentLinkedQueue<>();

    /** Opens a recorder for the latencies of a spout. */
    static SingleWriterRecorder open() {
        SingleWriterRecorder recorder = new SingleWriterRecorder(HIGHEST_NS, SIGNIFICANT_DIGITS);
        SPOUTS.add(recorder);
        return recorder;
    }

    /** Returns the latencies that spouts recorded since the last call. */
    static Latencies take() {
        Histogram all = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        SPOUTS.forEach(spout -> all.add(spout.getIntervalHistogram()));
        return of(all);
    }

    /** Returns the latencies in a histogram. */
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

    /** Returns the 99th percentile. */
    long p99Ns() {
        return quantilesNs.get(99);
    }
}
