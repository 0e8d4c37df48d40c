package io.eyewall.server.worker;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.CheckpointSpout;

/**
 * Waits until a topology whose spouts have been stopped has completed its pending messages, a
 * checkpoint in progress included. Does not wait for messages that only a further checkpoint would
 * ack, because no further checkpoint will start. For one thread.
 */
final class DrainWatch {
    private static final long POLL_MS = 5;

    /**
     * If queues are empty and nothing is executed for this long, the remaining messages wait for a
     * checkpoint.
     */
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RunningTopology topology;
    private final boolean hasCheckpoints;
    private long lastAckMs;

    /**
     * @param stoppedMs time when the spouts were stopped
     */
    DrainWatch(RunningTopology topology, long stoppedMs) {
        this.topology = topology;
        this.hasCheckpoints =
                topology.plan().components().containsKey(CheckpointSpout.CHECKPOINT_COMPONENT_ID);
        this.lastAckMs = stoppedMs;
    }

    /**
     * Returns the time of the last ack, or the time when the spouts were stopped if there was none
     * since.
     */
    long lastAckMs() {
        return lastAckMs;
    }

    /**
     * Waits until the topology is drained, but not longer than the limit.
     *
     * @return number of messages that are neither acked nor failed
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    long await(Duration limit) throws InterruptedException {
        long beginNs = System.nanoTime();
        long quietSinceNs = beginNs;
        long lastProgress = -1;
        long lastAcked = -1;
        while (true) {
            TopologyMetrics now = topology.metrics();
            long nowNs = System.nanoTime();
            long acked = ackedMessages(topology, now);
            long progress = now.sum(e -> e.acked() + e.executed() + e.failed());
            if (acked != lastAcked && lastAcked >= 0) {
                lastAckMs = System.currentTimeMillis();
            }
            if (progress != lastProgress) {
                quietSinceNs = nowNs;
            }
            lastProgress = progress;
            lastAcked = acked;
            long pending = now.sum(ExecutorMetrics::pendingMessages);
            boolean done =
                    hasCheckpoints ? isBetweenCheckpoints(now, nowNs - quietSinceNs) : pending == 0;
            if (done || nowNs - beginNs >= limit.toNanos()) {
                return pending;
            }
            Thread.sleep(POLL_MS);
        }
    }

    private static boolean isBetweenCheckpoints(TopologyMetrics now, long quietNs) {
        return quietNs >= QUIET_NS
                && now.sum(ExecutorMetrics::queuedTuples) == 0
                && now.sum(each -> isCheckpointSpout(each) ? each.pendingMessages() : 0) == 0;
    }

    private static boolean isCheckpointSpout(ExecutorMetrics executor) {
        return executor.executor().componentId().equals(CheckpointSpout.CHECKPOINT_COMPONENT_ID);
    }

    /**
     * Returns the number of messages of user spouts that were acked since the spouts were opened.
     */
    static long ackedMessages(RunningTopology topology, TopologyMetrics metrics) {
        TopologyPlan plan = topology.plan();
        return metrics.sum(
                each -> {
                    ComponentPlan component = plan.component(each.executor().componentId());
                    return component.isUserDefined() && component.kind() == ComponentPlan.Kind.SPOUT
                            ? each.acked()
                            : 0;
                });
    }
}
