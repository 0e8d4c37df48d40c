package io.eyewall.cluster.load;

import io.eyewall.placement.load.ExecutorId;
import java.util.List;

/**
 * The measurements of a topology that are missing or old. Immutable.
 *
 * @param executors number of known executors
 * @param silent executors without a report for more than two and a half windows
 * @param unknownReceivers tasks that received tuples in the last windows, but whose executors no
 *     worker has reported
 * @param missedReports number of reports that did not arrive, of the present runs of workers
 * @param newestAgeMs age of the last report; {@link Long#MAX_VALUE} if there was none
 */
public record Staleness(
        int executors,
        List<ExecutorId> silent,
        List<Integer> unknownReceivers,
        long missedReports,
        long newestAgeMs) {
    /** Returns whether all executors that are known, or receive tuples, have reported lately. */
    public boolean isFresh() {
        return executors > 0 && silent.isEmpty() && unknownReceivers.isEmpty();
    }
}
