package io.eyewall.server.rest;

import java.util.List;
import java.util.Map;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.SpoutStats;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Rates and latency of one component, over all of its executors.
 *
 * @param isSpout whether the component is a spout
 * @param capacity fraction of the last ten minutes in which the busiest executor was busy; 0 for
 *     spouts
 * @param latencyMs mean time until the ack of a spout's messages, or of a bolt's input tuples; null
 *     if nothing was counted
 * @param transferred tuples sent; null if nothing was counted
 */
record ComponentFlow(
        boolean isSpout, double capacity, @Nullable Double latencyMs, @Nullable Long transferred) {
    private static final String TEN_MINUTES = "600";
    private static final int TEN_MINUTES_SECS = 600;

    /**
     * Sums up the executors of a component.
     *
     * @param window the window of latency and transferred; they are null if Storm has no such
     *     window
     */
    static ComponentFlow sum(
            List<ExecutorSummary> executors, String window, boolean includesSystem) {
        boolean isSpout = false;
        double capacity = 0;
        Mean latency = new Mean();
        Long transferred = null;
        for (ExecutorSummary executor : executors) {
            ExecutorStats stats = executor.get_stats();
            if (stats == null) {
                continue;
            }
            if (stats.get_specific().is_set_spout()) {
                SpoutStats spout = stats.get_specific().get_spout();
                isSpout = true;
                latency.add(spout.get_complete_ms_avg().get(window), spout.get_acked().get(window));
            } else {
                BoltStats bolt = stats.get_specific().get_bolt();
                capacity = Math.max(capacity, capacity(bolt, executor.get_uptime_secs()));
                latency.add(bolt.get_process_ms_avg().get(window), bolt.get_executed().get(window));
            }
            Map<String, Long> sent = stats.get_transferred().get(window);
            if (sent != null) {
                transferred =
                        (transferred == null ? 0 : transferred)
                                + sumOfStreams(sent, includesSystem);
            }
        }
        return new ComponentFlow(isSpout, capacity, latency.value(), transferred);
    }

    private static long sumOfStreams(Map<String, Long> sent, boolean includesSystem) {
        return sent.entrySet().stream()
                .filter(stream -> includesSystem || !Utils.isSystemId(stream.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static double capacity(BoltStats bolt, int uptimeSecs) {
        Mean busy = new Mean();
        busy.add(bolt.get_execute_ms_avg().get(TEN_MINUTES), bolt.get_executed().get(TEN_MINUTES));
        int seconds = Math.min(uptimeSecs, TEN_MINUTES_SECS);
        return seconds <= 0 ? 0 : busy.sum / (1000.0 * seconds);
    }

    /** A mean of the streams' means, weighted by the streams' counts. */
    private static final class Mean {
        private double sum;
        private long count;
        private boolean isKnown;

        <K> void add(@Nullable Map<K, Double> means, @Nullable Map<K, Long> counts) {
            if (means == null || counts == null) {
                return;
            }
            isKnown |= !means.isEmpty();
            means.forEach(
                    (stream, mean) -> {
                        long streamCount = counts.getOrDefault(stream, 0L);
                        sum += mean * streamCount;
                        count += streamCount;
                    });
        }

        @Nullable Double value() {
            return !isKnown ? null : count == 0 ? 0.0 : sum / count;
        }
    }
}
