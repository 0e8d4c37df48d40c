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
    private static final int DIGITS = 2;

    private final Histogram all = new Histogram(DIGITS);
    private final Histogram filling = new Histogram(DIGITS);
    private LatencySnapshot complete = LatencySnapshot.EMPTY;
    private long beginNs;

    RecentLatency(long nowNs) {
        beginNs = nowNs;
    }

    /** Adds latencies in nanoseconds. */
    void add(Histogram latenciesNs) {
        all.add(latenciesNs);
        filling.add(latenciesNs);
    }

    /** Completes the second if it is over. Call it after adding everything up to {@code nowNs}. */
    void advance(long nowNs) {
        if (nowNs - beginNs >= WINDOW_NS) {
            complete = snapshot(filling);
            filling.reset();
            beginNs = nowNs;
        }
    }

    /** Returns the latencies since the start. */
    LatencySnapshot sinceStart() {
        return snapshot(all);
    }

    /** Returns the latencies of the last complete second; of a longer time without calls. */
    LatencySnapshot recent() {
        return complete;
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
