package io.eyewall.console.model;

/**
 * Counts acked and failed messages across the successive processes of a topology since the console
 * started, because each process starts its counters at zero. For one thread at a time.
 */
public final class CountsOfAll {
    private long ackedBefore;
    private long failedBefore;
    private long acked;
    private long failed;

    /** Returns the numbers with the counts of earlier processes added. */
    public Numbers add(Numbers numbers) {
        TopologyTotals now = numbers.totals();
        if (now.acked() < acked || now.failed() < failed) {
            ackedBefore += acked;
            failedBefore += failed;
        }
        acked = now.acked();
        failed = now.failed();
        return numbers.with(now.with(ackedBefore + acked, failedBefore + failed));
    }
}
