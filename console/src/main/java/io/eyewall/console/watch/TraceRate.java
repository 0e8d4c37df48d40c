package io.eyewall.console.watch;

import io.eyewall.engine.trace.TraceReport;

/**
 * One of how many messages is to be traced so that some traces begin per second, whatever the rate
 * of messages is. One thread at a time.
 */
final class TraceRate {
    /** Traces per second that are enough for people. */
    static final int AIM_PER_SEC = 3;

    private static final int MOST = 100_000_000;
    private static final double SECOND_NS = 1e9;

    private int every;
    private boolean known;
    private long begun;
    private long atNs;

    /**
     * What to ask for next.
     *
     * @param perSec messages that spouts seem to emit; 0 where that is not known
     * @param report what is traced now
     */
    int next(double perSec, TraceReport report, long nowNs) {
        double estimate = perSec;
        long all = report.begun() + report.refused();
        if (known && nowNs - atNs > 0 && all >= begun) {
            double seconds = (nowNs - atNs) / SECOND_NS;
            estimate = Math.max(estimate, (all - begun) * (double) report.every() / seconds);
        }
        known = true;
        begun = all;
        atNs = nowNs;
        int wanted = (int) Math.max(1, Math.min(MOST, Math.ceil(estimate / AIM_PER_SEC)));
        // Small numbers vary: a new one is asked for only where it is quite another, and what seems
        // to be silence, in which a burst might follow, is not believed at once.
        if (every == 0 || wanted > every + every / 2) {
            every = wanted;
        } else if (wanted <= every / 2) {
            every = Math.max(wanted, every / 2);
        }
        return every;
    }

    /** Nobody has looked since. */
    void forget() {
        every = 0;
        known = false;
    }
}
