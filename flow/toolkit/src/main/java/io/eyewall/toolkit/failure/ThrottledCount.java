package io.eyewall.toolkit.failure;

import java.util.concurrent.TimeUnit;
import org.apache.storm.utils.Time;

/**
 * Limits the rate of reports about events that may happen again and again: the first event is
 * reported at once, later ones at most every ten seconds, as a count of all events since the last
 * report. Thread-safe.
 */
public final class ThrottledCount {
    private static final long REPORT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

    private long unreported;
    private boolean hasReported;
    private long reportedNs;

    /**
     * Adds events and returns the number of events to report now, or 0 for no report. Callers also
     * pass 0 from time to time, so that the last events are reported.
     */
    public synchronized long add(long more) {
        unreported += more;
        long nowNs = Time.nanoTime();
        if (unreported == 0 || (hasReported && nowNs - reportedNs < REPORT_INTERVAL_NS)) {
            return 0;
        }
        hasReported = true;
        reportedNs = nowNs;
        return takeUnreported();
    }

    /** Returns the number of events that have not been reported, and resets it. */
    public synchronized long takeUnreported() {
        long count = unreported;
        unreported = 0;
        return count;
    }
}
