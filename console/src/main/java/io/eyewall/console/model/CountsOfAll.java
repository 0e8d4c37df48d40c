package io.eyewall.console.model;

/**
 * What all processes of a topology have acked and failed since somebody looks: the counters of each
 * begin at zero. For one thread at a time.
 */
public final class CountsOfAll {
    private long ackedBefore;
    private long failedBefore;
    private long acked;
    private long failed;

    /** The same numbers, with what processes before this one have counted. */
    public Numbers add(Numbers numbers) {
        Totals now = numbers.totals();
        if (now.acked() < acked || now.failed() < failed) {
            ackedBefore += acked;
            failedBefore += failed;
        }
        acked = now.acked();
        failed = now.failed();
        return numbers.with(now.with(ackedBefore + acked, failedBefore + failed));
    }
}
