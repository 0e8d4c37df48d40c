package io.eyewall.server.worker;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.storm.spout.CheckpointSpout;

/**
 * Waits until what is under way in a topology has finished, whose spouts have been stopped: a
 * checkpoint, too, but not messages that are acked with the next one: there will be none. One
 * thread.
 */
final class DrainWatch {
    private static final long POLL_MS = 5;

    /** With empty queues, and nothing going on for so long, the rest waits for a checkpoint. */
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RunningTopology topology;
    private final boolean hasCheckpoints;
    private long lastAckMs;

    /**
     * @param stoppedMs when the spouts were stopped
     */
    DrainWatch(RunningTopology topology, long stoppedMs) {
        this.topology = topology;
        this.hasCheckpoints =
                topology.plan().components().containsKey(CheckpointSpout.CHECKPOINT_COMPONENT_ID);
        this.lastAckMs = stoppedMs;
    }

    /** When a message was acked last; when the spouts were stopped, if none was since. */
    long lastAckMs() {
        return lastAckMs;
    }

    /**
     * Waits.
     *
     * @return messages that are neither acked nor failed
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    long await(Duration limit) throws InterruptedException {
        long beginNs = System.nanoTime();
        long quietSinceNs = beginNs;
        long before = -1;
        long ackedBefore = -1;
        while (true) {
            TopologyMetrics now = topology.metrics();
            long nowNs = System.nanoTime();
            long acked = ackedMessages(topology, now);
            long steps = sum(now, e -> e.acked() + e.executed() + e.failed());
            if (acked != ackedBefore && ackedBefore >= 0) {
                lastAckMs = System.currentTimeMillis();
            }
            if (steps != before) {
                quietSinceNs = nowNs;
            }
            before = steps;
            ackedBefore = acked;
            long pending = sum(now, ExecutorMetrics::pendingMessages);
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
                && sum(now, ExecutorMetrics::queuedTuples) == 0
                && sum(now, each -> isCheckpoints(each) ? each.pendingMessages() : 0) == 0;
    }

    private static boolean isCheckpoints(ExecutorMetrics executor) {
        return executor.executor().componentId().equals(CheckpointSpout.CHECKPOINT_COMPONENT_ID);
    }

    /** Messages of the user's spouts that were acked since they were opened. */
    static long ackedMessages(RunningTopology topology, TopologyMetrics metrics) {
        TopologyPlan plan = topology.plan();
        long acked = 0;
        for (ExecutorMetrics each : metrics.executors()) {
            ComponentPlan component = plan.component(each.executor().componentId());
            if (component.isUser() && component.kind() == ComponentPlan.Kind.SPOUT) {
                acked += each.acked();
            }
        }
        return acked;
    }

    private static long sum(TopologyMetrics metrics, ToLongFunction<ExecutorMetrics> number) {
        return metrics.executors().stream().mapToLong(number).sum();
    }
}
