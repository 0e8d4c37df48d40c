package io.eyewall.model.simulation.result;

import java.util.Arrays;

/**
 * A histogram of times, with an exact mean. Percentiles are approximate: a bucket's width is at
 * most 1/32 of its lower bound.
 */
public final class Latencies {
    /** Buckets per power of two. */
    private static final int PARTS = 32;

    private static final int PART_BITS = 5;
    private static final double NS_PER_MS = 1e6;

    private final long[] buckets = new long[(64 - PART_BITS) * PARTS];
    private long count;
    private double sumNs;

    /** Adds {@code tuples} times of {@code ns} nanoseconds. */
    public void add(long ns, int tuples) {
        assert ns >= 0 : ns;
        count += tuples;
        sumNs += (double) ns * tuples;
        buckets[bucket(ns)] += tuples;
    }

    private static int bucket(long ns) {
        if (ns < PARTS) {
            return (int) ns;
        }
        int shift = 63 - PART_BITS - Long.numberOfLeadingZeros(ns);
        return (shift + 1) * PARTS + (int) (ns >>> shift) - PARTS;
    }

    private static long lowest(int bucket) {
        if (bucket < PARTS) {
            return bucket;
        }
        int shift = bucket / PARTS - 1;
        return (long) (bucket % PARTS + PARTS) << shift;
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
     * @param fraction from 0 to 1
     */
    public double percentileMs(double fraction) {
        if (count == 0) {
            return Double.NaN;
        }
        long rank = (long) Math.ceil(fraction * count);
        long seen = 0;
        for (int b = 0; b < buckets.length; b++) {
            seen += buckets[b];
            if (seen >= Math.max(1, rank)) {
                return lowest(b) / NS_PER_MS;
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
