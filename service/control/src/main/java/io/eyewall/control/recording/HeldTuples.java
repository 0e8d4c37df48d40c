package io.eyewall.control.recording;

import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ComponentPlan;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.utils.Utils;

/**
 * Finds bolts that ack tuples later than they execute them: windows, bolts that collect batches,
 * and bolts that wait for answers of other systems.
 */
final class HeldTuples {
    private static final String ALL_TIME = ":all-time";

    /**
     * The least ratio of process latency to execute latency of a bolt that holds tuples. It is
     * above 1 because acks within {@code execute}, too, may be counted somewhat after the end of
     * {@code execute}.
     */
    private static final double MIN_RATIO = 3;

    /** The least difference of the two latencies of a bolt that holds tuples. */
    private static final double MIN_DIFFERENCE_MS = 0.05;

    /** The number of an executor's tuples that may be in {@code execute} at a moment. */
    private static final int MAX_IN_EXECUTE = 1;

    private HeldTuples() {}

    /** Returns whether the bolt is one of Storm's windows, according to its configuration. */
    static boolean hasWindows(ComponentPlan component) {
        return component.conf().get(Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_COUNT) != null
                || component.conf().get(Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_DURATION_MS) != null;
    }

    /**
     * Returns whether an executor holds tuples: at both times it had executed more tuples than it
     * had acked, and Storm's process latency is clearly longer than its execute latency. (If a bolt
     * never acks, only the first condition is true.) Returns false for a dedicated executor, about
     * which nothing is known, because its acks wait for its core.
     */
    static boolean areHeld(ExecutorMetrics before, ExecutorMetrics now) {
        if (now.dedicated()
                || unfinished(before) <= MAX_IN_EXECUTE
                || unfinished(now) <= MAX_IN_EXECUTE) {
            return false;
        }
        BoltStats bolt = now.stats().get_specific().get_bolt();
        double executeMs = mean(bolt.get_execute_ms_avg(), bolt.get_executed());
        double processMs = mean(bolt.get_process_ms_avg(), bolt.get_executed());
        return processMs - executeMs >= MIN_DIFFERENCE_MS && processMs >= MIN_RATIO * executeMs;
    }

    /**
     * Returns the number of tuples of user streams that were executed, and neither acked nor
     * failed.
     */
    private static double unfinished(ExecutorMetrics metrics) {
        if (!metrics.stats().is_set_specific() || !metrics.stats().get_specific().is_set_bolt()) {
            return 0;
        }
        BoltStats bolt = metrics.stats().get_specific().get_bolt();
        return Math.max(
                0, sum(bolt.get_executed()) - sum(bolt.get_acked()) - sum(bolt.get_failed()));
    }

    private static double sum(Map<String, Map<GlobalStreamId, Long>> counts) {
        double sum = 0;
        for (Map.Entry<GlobalStreamId, Long> entry :
                counts.getOrDefault(ALL_TIME, Map.of()).entrySet()) {
            sum += isUserStream(entry.getKey()) ? entry.getValue() : 0;
        }
        return sum;
    }

    /** Returns the mean over all user streams, weighted by the number of tuples of each stream. */
    private static double mean(
            Map<String, Map<GlobalStreamId, Double>> means,
            Map<String, Map<GlobalStreamId, Long>> counts) {
        double sum = 0;
        double tuples = 0;
        for (Map.Entry<GlobalStreamId, Double> entry :
                means.getOrDefault(ALL_TIME, Map.of()).entrySet()) {
            if (isUserStream(entry.getKey())) {
                long count =
                        counts.getOrDefault(ALL_TIME, Map.of()).getOrDefault(entry.getKey(), 0L);
                sum += entry.getValue() * count;
                tuples += count;
            }
        }
        return tuples == 0 ? 0 : sum / tuples;
    }

    private static boolean isUserStream(GlobalStreamId stream) {
        return !Utils.isSystemId(stream.get_streamId())
                && !Utils.isSystemId(stream.get_componentId());
    }
}
