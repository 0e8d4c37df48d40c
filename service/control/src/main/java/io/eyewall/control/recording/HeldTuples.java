package io.eyewall.control.recording;

import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ComponentPlan;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.utils.Utils;

/**
 * Finds bolts that ack tuples later than they execute them: windows, batches, those that wait for
 * answers.
 */
final class HeldTuples {
    private static final String ALL = ":all-time";

    /** An ack in execute is counted a little before the end of execute, or after it. */
    private static final double LATER = 3;

    private static final double MIN_MS = 0.05;

    /** One of an executor may be in execute at present. */
    private static final int IN_EXECUTE = 1;

    private HeldTuples() {}

    /** Whether the bolt is one of Storm's windows, which its configuration says. */
    static boolean hasWindows(ComponentPlan component) {
        return component.conf().get(Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_COUNT) != null
                || component.conf().get(Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_DURATION_MS) != null;
    }

    /**
     * Whether an executor was seen to hold tuples: at both times it had executed more than it had
     * acked, and Storm's process latency is longer than its execute latency. Where tuples are never
     * acked at all only the first is so. Of an executor with a thread of its own nothing can be
     * said: its acks wait for its core.
     */
    static boolean areHeld(ExecutorMetrics before, ExecutorMetrics now) {
        if (now.dedicated() || held(before) <= IN_EXECUTE || held(now) <= IN_EXECUTE) {
            return false;
        }
        BoltStats bolt = now.stats().get_specific().get_bolt();
        double executeMs = mean(bolt.get_execute_ms_avg(), bolt.get_executed());
        double processMs = mean(bolt.get_process_ms_avg(), bolt.get_executed());
        return processMs - executeMs >= MIN_MS && processMs >= LATER * executeMs;
    }

    /** Tuples of users' streams that were executed, and are neither acked nor failed. */
    private static double held(ExecutorMetrics metrics) {
        if (!metrics.stats().is_set_specific() || !metrics.stats().get_specific().is_set_bolt()) {
            return 0;
        }
        BoltStats bolt = metrics.stats().get_specific().get_bolt();
        return Math.max(
                0, sum(bolt.get_executed()) - sum(bolt.get_acked()) - sum(bolt.get_failed()));
    }

    private static double sum(Map<String, Map<GlobalStreamId, Long>> counts) {
        double sum = 0;
        for (Map.Entry<GlobalStreamId, Long> one : counts.getOrDefault(ALL, Map.of()).entrySet()) {
            sum += isUsers(one.getKey()) ? one.getValue() : 0;
        }
        return sum;
    }

    /** The mean of all streams of users, by how many tuples came by each. */
    private static double mean(
            Map<String, Map<GlobalStreamId, Double>> means,
            Map<String, Map<GlobalStreamId, Long>> counts) {
        double sum = 0;
        double tuples = 0;
        for (Map.Entry<GlobalStreamId, Double> one : means.getOrDefault(ALL, Map.of()).entrySet()) {
            if (isUsers(one.getKey())) {
                long count = counts.getOrDefault(ALL, Map.of()).getOrDefault(one.getKey(), 0L);
                sum += one.getValue() * count;
                tuples += count;
            }
        }
        return tuples == 0 ? 0 : sum / tuples;
    }

    private static boolean isUsers(GlobalStreamId stream) {
        return !Utils.isSystemId(stream.get_streamId())
                && !Utils.isSystemId(stream.get_componentId());
    }
}
