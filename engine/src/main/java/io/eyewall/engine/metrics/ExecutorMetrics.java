package io.eyewall.engine.metrics;

import io.eyewall.topology.ExecutorPlan;
import java.util.Map;
import org.apache.storm.generated.ExecutorStats;

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
 * @param usefulNs nanoseconds in nextTuple or execute, estimated from samples; with what was called
 *     directly inside them, and what a thread of its own waited for
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
        ExecutorStats stats) {}
