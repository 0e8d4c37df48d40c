package io.eyewall.engine.metrics;

/**
 * Percentiles of a latency histogram, in nanoseconds; all 0 when nothing was recorded.
 *
 * @param count samples recorded
 * @param meanNs arithmetic mean
 * @param p50Ns median
 * @param p99Ns 99th percentile
 * @param p999Ns 99.9th percentile
 * @param maxNs maximum
 */
public record LatencySnapshot(
        long count, double meanNs, long p50Ns, long p99Ns, long p999Ns, long maxNs) {
    /** No samples. */
    public static final LatencySnapshot EMPTY = new LatencySnapshot(0, 0, 0, 0, 0, 0);
}
