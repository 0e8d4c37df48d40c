package io.eyewall.local.page;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ObjLongConsumer;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ComponentType;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.SpoutStats;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * One executor's statistics, summed over its streams. An executor without statistics counts as
 * zero.
 *
 * @param type the type of the executor's component
 * @param includeSystem whether streams such as {@code __ack_ack} count as emitted and transferred
 */
record ExecutorTotals(ExecutorSummary summary, ComponentType type, boolean includeSystem) {
    private static final String TEN_MINUTES = "600";
    private static final int TEN_MINUTES_SECS = 600;

    /** Returns the windows that have numbers, by Storm's names. */
    Set<String> windows() {
        ExecutorStats stats = summary.get_stats();
        Set<String> windows = new TreeSet<>();
        if (stats != null) {
            windows.addAll(stats.get_emitted().keySet());
            if (stats.get_specific().is_set_bolt()) { // a bolt may execute tuples and emit nothing
                windows.addAll(stats.get_specific().get_bolt().get_executed().keySet());
            }
        }
        return windows;
    }

    /** Returns the sums over all streams, with tasks and capacity. */
    StatisticsTotals sumOfAllStreams(String window) {
        StatisticsTotals sum = new StatisticsTotals();
        outputTotals(window).values().forEach(sum::add);
        inputTotals(window).values().forEach(sum::add);
        ExecutorInfo executor = summary.get_executor_info();
        sum.executors = 1;
        sum.tasks = executor.get_task_end() - executor.get_task_start() + 1;
        sum.capacity = capacity();
        return sum;
    }

    /** Returns the sums by output stream; for a spout including the completions of its messages. */
    Map<String, StatisticsTotals> outputTotals(String window) {
        Map<String, StatisticsTotals> outputs = new HashMap<>();
        ExecutorStats stats = summary.get_stats();
        if (stats == null) {
            return outputs;
        }
        addOutputCounts(stats.get_emitted(), window, outputs, (totals, n) -> totals.emitted += n);
        addOutputCounts(
                stats.get_transferred(), window, outputs, (totals, n) -> totals.transferred += n);
        if (stats.get_specific().is_set_spout()) {
            SpoutStats spout = stats.get_specific().get_spout();
            addCounts(spout.get_acked(), window, outputs, (totals, n) -> totals.acked += n);
            addCounts(spout.get_failed(), window, outputs, (totals, n) -> totals.failed += n);
            outputs.forEach(
                    (stream, totals) ->
                            totals.completeMs =
                                    totals.acked
                                            * latencyMs(
                                                    spout.get_complete_ms_avg(), window, stream));
        }
        return outputs;
    }

    /** Returns the sums by input stream of a bolt; empty for a spout. */
    Map<GlobalStreamId, StatisticsTotals> inputTotals(String window) {
        Map<GlobalStreamId, StatisticsTotals> inputs = new HashMap<>();
        ExecutorStats stats = summary.get_stats();
        if (stats == null || !stats.get_specific().is_set_bolt()) {
            return inputs;
        }
        BoltStats bolt = stats.get_specific().get_bolt();
        addCounts(bolt.get_acked(), window, inputs, (totals, n) -> totals.acked += n);
        addCounts(bolt.get_failed(), window, inputs, (totals, n) -> totals.failed += n);
        addCounts(bolt.get_executed(), window, inputs, (totals, n) -> totals.executed += n);
        inputs.forEach(
                (stream, totals) -> {
                    totals.executeMs =
                            totals.executed * latencyMs(bolt.get_execute_ms_avg(), window, stream);
                    totals.processMs =
                            totals.executed * latencyMs(bolt.get_process_ms_avg(), window, stream);
                });
        return inputs;
    }

    /**
     * Returns the fraction of the last ten minutes, or of the executor's lifetime if that is
     * shorter, that the executor spent in {@code execute}. Limited to 1, because a window is a
     * little longer than its name says.
     */
    private double capacity() {
        int seconds = Math.min(summary.get_uptime_secs(), TEN_MINUTES_SECS);
        if (type == ComponentType.SPOUT || seconds <= 0) {
            return 0;
        }
        double executeMs = 0;
        for (StatisticsTotals input : inputTotals(TEN_MINUTES).values()) {
            executeMs += input.executeMs;
        }
        return Math.min(1, executeMs / (seconds * 1000.0));
    }

    /** Adds the counts of output streams; skips system streams unless {@link #includeSystem}. */
    private void addOutputCounts(
            Map<String, Map<String, Long>> counts,
            String window,
            Map<String, StatisticsTotals> target,
            ObjLongConsumer<StatisticsTotals> adder) {
        Map<String, Long> included = new HashMap<>(valuesOfWindow(counts, window));
        if (!includeSystem) {
            included.keySet().removeIf(Utils::isSystemId);
        }
        addCounts(Map.of(window, included), window, target, adder);
    }

    private static <K> void addCounts(
            Map<String, Map<K, Long>> counts,
            String window,
            Map<K, StatisticsTotals> target,
            ObjLongConsumer<StatisticsTotals> adder) {
        valuesOfWindow(counts, window)
                .forEach(
                        (stream, n) ->
                                adder.accept(
                                        target.computeIfAbsent(
                                                stream, id -> new StatisticsTotals()),
                                        n));
    }

    private static <K> double latencyMs(
            Map<String, Map<K, Double>> means, String window, K stream) {
        Double ms = valuesOfWindow(means, window).get(stream);
        return ms == null ? 0 : ms;
    }

    private static <K, V> Map<K, V> valuesOfWindow(
            @Nullable Map<String, Map<K, V>> byWindow, String window) {
        Map<K, V> values = byWindow == null ? null : byWindow.get(window);
        return values == null ? Collections.emptyMap() : values;
    }
}
