package io.eyewall.server.prometheus;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;

/** A histogram of durations. Any thread may call. */
public final class Histogram {
    private static final double NS_PER_SEC = 1e9;

    /** Upper bounds of the buckets, in seconds; one more bucket has longer durations. */
    private static final double[] BOUNDS_SECS = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };

    private final AtomicLongArray counts = new AtomicLongArray(BOUNDS_SECS.length + 1);
    private final DoubleAdder sumSecs = new DoubleAdder();

    /** Counts a duration. */
    public void record(long durationNs) {
        double seconds = durationNs / NS_PER_SEC;
        int bucket = 0;
        while (bucket < BOUNDS_SECS.length && seconds > BOUNDS_SECS[bucket]) {
            bucket++;
        }
        counts.incrementAndGet(bucket);
        sumSecs.add(seconds);
    }

    /**
     * Writes buckets, sum and count, in that order. The count is the sum of the written buckets.
     */
    void write(Exposition to, String labelName, String labelValue) {
        long all = 0;
        for (int i = 0; i < counts.length(); i++) {
            all += counts.get(i);
            String bound = i < BOUNDS_SECS.length ? Double.toString(BOUNDS_SECS[i]) : "+Inf";
            to.line("_bucket", (double) all, labelName, labelValue, "le", bound);
        }
        to.line("_sum", sumSecs.sum(), labelName, labelValue);
        to.line("_count", (double) all, labelName, labelValue);
    }
}
