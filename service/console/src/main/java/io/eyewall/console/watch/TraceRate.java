package io.eyewall.console.watch;

import io.eyewall.engine.trace.TraceReport;

/**
 * Chooses the sampling interval of traces: tracing one of every {@code n} messages so that about
 * {@value #AIM_PER_SEC} traces start per second at any message rate. Used by one thread at a time.
 */
final class TraceRate {
    /** The traces per second to aim for; people cannot read more. */
    static final int AIM_PER_SEC = 3;

    private static final int LONGEST_INTERVAL = 100_000_000;
    private static final double SECOND_NS = 1e9;

    private int interval;
    private boolean started;
    private long begun;
    private long atNs;

    /**
     * Returns the next sampling interval to request.
     *
     * @param perSec the estimated messages per second of the spouts; 0 if unknown
     * @param report the current state of tracing
     */
    int next(double perSec, TraceReport report, long nowNs) {
        double estimate = perSec;
        long all = report.begun() + report.refused();
        if (started && nowNs - atNs > 0 && all >= begun) {
            double seconds = (nowNs - atNs) / SECOND_NS;
            estimate = Math.max(estimate, (all - begun) * (double) report.every() / seconds);
        }
        started = true;
        begun = all;
        atNs = nowNs;
        int wanted =
                (int) Math.max(1, Math.min(LONGEST_INTERVAL, Math.ceil(estimate / AIM_PER_SEC)));
        // Low rates fluctuate, so the interval changes only if it rises by more than half or falls
        // to
        // half or less. It is at most halved at a time, because a burst may follow apparent
        // silence.
        if (interval == 0 || wanted > interval + interval / 2) {
            interval = wanted;
        } else if (wanted <= interval / 2) {
            interval = Math.max(wanted, interval / 2);
        }
        return interval;
    }

    /** Resets the estimate when tracing stops. */
    void forget() {
        interval = 0;
        started = false;
    }
}
