package io.eyewall.engine.lifecycle;

import io.eyewall.engine.metrics.LatencySnapshot;
import org.HdrHistogram.Histogram;

/**
 * Latencies since the start, and of the last second that is complete. For one thread at a time.
 *
 * <p>Who reads does not matter to what is read: the second is cut by the clock, at the first call
 * after its end, and stays the same for all until the next one is complete.
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

    /** More have been recorded, in nanoseconds. */
    void add(Histogram latenciesNs) {
        all.add(latenciesNs);
        filling.add(latenciesNs);
    }

    /** Ends the second if it is over; after everything until now was added. */
    void advance(long nowNs) {
        if (nowNs - beginNs >= WINDOW_NS) {
            complete = snapshot(filling);
            filling.reset();
            beginNs = nowNs;
        }
    }

    /** Since the start. */
    LatencySnapshot sinceStart() {
        return snapshot(all);
    }

    /** Of the last complete second; of a longer time if nobody called meanwhile. */
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
