package io.eyewall.engine.metrics;

import io.eyewall.topology.ExecutorPlan;
import java.util.Map;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.utils.Utils;

/**
 * One executor's numbers since its start. Counts are of all tuples, not of a sample.
 *
 * @param executor which
 * @param core index of the core that runs it
 * @param dedicated whether it has a thread of its own
 * @param uptimeSecs seconds since it was opened
 * @param emitted tuples emitted, by stream
 * @param transferred tuples sent to receivers, by stream
 * @param executed tuples executed, bolts only
 * @param acked tuples acked: for spouts messages, for bolts inputs
 * @param failed tuples failed, timeouts included
 * @param usefulNs nanoseconds in nextTuple or execute, waits included, estimated from samples, and
 *     no more than there were; with what was called directly inside them. Storm's execute latency
 *     and capacity are of the same
 * @param usefulSquaresNs2 sum over the same calls of their squares: how much they differ
 * @param threadNs processor time of a thread of its own; -1 if it has none or that can't be known
 * @param queuedTuples tuples that wait in its mailbox now
 * @param pendingMessages messages of a spout that are neither acked nor failed
 * @param backPressuredNs nanoseconds that it was held back by a full receiver
 * @param stats the same as Storm's own structure, in Storm's windows
 */
public record ExecutorMetrics(
        ExecutorPlan executor,
        int core,
        boolean dedicated,
        int uptimeSecs,
        Map<String, Long> emitted,
        Map<String, Long> transferred,
        long executed,
        long acked,
        long failed,
        long usefulNs,
        double usefulSquaresNs2,
        long threadNs,
        int queuedTuples,
        int pendingMessages,
        long backPressuredNs,
        ExecutorStats stats) {
    /**
     * Tuples emitted on streams that users see: not what Storm sends of its own, such as metrics.
     */
    public long emittedByUser() {
        long sum = 0;
        for (Map.Entry<String, Long> stream : emitted.entrySet()) {
            sum += Utils.isSystemId(stream.getKey()) ? 0 : stream.getValue();
        }
        return sum;
    }
}
