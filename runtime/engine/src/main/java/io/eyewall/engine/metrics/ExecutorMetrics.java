package io.eyewall.engine.metrics;

import io.eyewall.topology.ExecutorPlan;
import java.util.Map;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.utils.Utils;

/**
 * The counters of one executor since its start. They count all tuples, not a sample.
 *
 * @param executor the executor
 * @param core index of the core that runs it
 * @param dedicated whether it has a thread of its own
 * @param uptimeSecs seconds since it was opened
 * @param emitted tuples emitted, by stream
 * @param transferred tuples sent to receivers, by stream
 * @param executed tuples executed; bolts only
 * @param acked tuples acked: messages of a spout, inputs of a bolt
 * @param failed tuples failed, including timeouts
 * @param usefulNs nanoseconds in nextTuple or execute, including waits and direct calls made inside
 *     them; estimated from samples, and never more than the elapsed time. Storm's execute latency
 *     and capacity are derived from the same times
 * @param usefulSquaresNs2 sum of the squares of the same calls' times, a measure of their variance
 * @param threadNs processor time of a dedicated executor's thread; -1 if there is none, or if it
 *     cannot be measured
 * @param queuedTuples tuples in its mailbox now
 * @param pendingMessages messages of a spout without a completion
 * @param backPressuredNs nanoseconds for which full receivers held it back
 * @param callNs nanoseconds for which a bolt's thread has been in one call that has not returned; 0
 *     if there is none, and up to a second less than the call has lasted
 * @param stats the same numbers as Storm's own structure, in Storm's windows
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
        long callNs,
        ExecutorStats stats) {
    /**
     * Returns the tuples emitted on user streams, without Storm's own, such as those of metrics.
     */
    public long emittedByUser() {
        return ofUserStreams(emitted);
    }

    static long ofUserStreams(Map<String, Long> tuplesByStream) {
        long sum = 0;
        for (Map.Entry<String, Long> stream : tuplesByStream.entrySet()) {
            sum += Utils.isSystemId(stream.getKey()) ? 0 : stream.getValue();
        }
        return sum;
    }
}
