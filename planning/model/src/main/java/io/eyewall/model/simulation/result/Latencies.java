package io.eyewall.model.simulation.result;

import java.util.Arrays;

/**
 * A histogram of times. The mean is exact, because the sum of the times is kept, too. Percentiles
 * are approximate: a bucket's width is at most 1/32 of its lower bound.
 */
public final class Latencies {
    /** Buckets for the times from one power of two to the next. */
    private static final int BUCKETS_PER_OCTAVE = 32;

    private static final int BUCKET_BITS = 5;
    private static final double NS_PER_MS = 1e6;

    private final long[] buckets = new long[(64 - BUCKET_BITS) * BUCKETS_PER_OCTAVE];
    private long count;
    private double sumNs;

    /** Adds {@code tuples} times of {@code ns} nanoseconds. */
    public void add(long ns, int tuples) {
        assert ns >= 0 : ns;
        count += tuples;
        sumNs += (double) ns * tuples;
        buckets[bucketOf(ns)] += tuples;
    }

    private static int bucketOf(long ns) {
        if (ns < BUCKETS_PER_OCTAVE) {
            return (int) ns;
        }
        int shift = 63 - BUCKET_BITS - Long.numberOfLeadingZeros(ns);
        return (shift + 1) * BUCKETS_PER_OCTAVE + (int) (ns >>> shift) - BUCKETS_PER_OCTAVE;
    }

    private static long lowerBoundNs(int bucket) {
        if (bucket < BUCKETS_PER_OCTAVE) {
            return bucket;
        }
        int shift = bucket / BUCKETS_PER_OCTAVE - 1;
        return (long) (bucket % BUCKETS_PER_OCTAVE + BUCKETS_PER_OCTAVE) << shift;
    }

    /** Returns the number of times that were added. */
    public long count() {
        return count;
    }

    /** Returns the mean in milliseconds; NaN if there is none. */
    public double meanMs() {
        return count == 0 ? Double.NaN : sumNs / count / NS_PER_MS;
    }

    /**
     * Returns a percentile in milliseconds, the lower bound of its bucket; NaN if there is none.
     *
     * @param fraction the percentile as a fraction: 0.99 for the 99th
     */
    public double percentileMs(double fraction) {
        if (count == 0) {
            return Double.NaN;
        }
        long rank = (long) Math.ceil(fraction * count);
        long cumulative = 0;
        for (int b = 0; b < buckets.length; b++) {
            cumulative += buckets[b];
            if (cumulative >= Math.max(1, rank)) {
                return lowerBoundNs(b) / NS_PER_MS;
            }
        }
        throw new IllegalStateException("buckets hold fewer than were counted");
    }

    /** Removes all times. */
    public void clear() {
        count = 0;
        sumNs = 0;
        Arrays.fill(buckets, 0);
    }
}
