package io.eyewall.cluster.load;

import io.eyewall.placement.load.ExecutorId;
import java.util.List;

/**
 * Measurements of a topology that are missing or old.
 *
 * @param executors how many are known
 * @param silent those of which nothing has come for more than two and a half of their periods
 * @param unknownReceivers tasks that were sent tuples in the last windows, and that nobody has
 *     reported on
 * @param missedReports that did not arrive, of the runs of workers that are there now
 * @param newestAgeMs of the last report; {@link Long#MAX_VALUE} if there was none
 */
public record Staleness(
        int executors,
        List<ExecutorId> silent,
        List<Integer> unknownReceivers,
        long missedReports,
        long newestAgeMs) {
    /** Whether every executor that is heard of has reported lately. */
    public boolean isFresh() {
        return executors > 0 && silent.isEmpty() && unknownReceivers.isEmpty();
    }
}
