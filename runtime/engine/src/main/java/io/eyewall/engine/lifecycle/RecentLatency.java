package io.eyewall.engine.lifecycle;

import io.eyewall.engine.metrics.LatencySnapshot;
import org.HdrHistogram.Histogram;

/**
 * Latency histograms since the start and of the last complete second. Not thread-safe.
 *
 * <p>Reading has no effect on the result: the clock delimits each second at the first call after
 * its end, and all readers see the same second until the next one is complete.
 */
final class RecentLatency {
    private static final long WINDOW_NS = 1_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 2;

    private final Histogram sinceStart = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram currentSecond = new Histogram(SIGNIFICANT_DIGITS);
    private LatencySnapshot lastSecond = LatencySnapshot.EMPTY;
    private long secondBeganNs;

    RecentLatency(long nowNs) {
        secondBeganNs = nowNs;
    }

    /** Adds latencies in nanoseconds. */
    void add(Histogram latenciesNs) {
        sinceStart.add(latenciesNs);
        currentSecond.add(latenciesNs);
    }

    /** Completes the second if it is over. Call it after adding everything up to {@code nowNs}. */
    void advance(long nowNs) {
        if (nowNs - secondBeganNs >= WINDOW_NS) {
            lastSecond = snapshot(currentSecond);
            currentSecond.reset();
            secondBeganNs = nowNs;
        }
    }

    /** Returns the latencies since the start. */
    LatencySnapshot sinceStart() {
        return snapshot(sinceStart);
    }

    /**
     * Returns the latencies of the last complete second, or of a longer time if {@link #advance}
     * was not called at the end of that second.
     */
    LatencySnapshot recent() {
        return lastSecond;
    }

    private static LatencySnapshot snapshot(Histogram ns) {
        return ns.getTotalCount() == 0
                ? LatencySnapshot.EMPTY
                : new LatencySnapshot(
                        ns.getTotalCount(),
                        ns.getMean(),
                        ns.getValueAtPercentile(50),
                        ns.getValueAtPercentile(99),
                        ns.getValueAtPercentile(99.9),
                        ns.getMaxValue());
    }
}
