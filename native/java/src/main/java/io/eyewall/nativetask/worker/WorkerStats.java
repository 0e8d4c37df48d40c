package io.eyewall.nativetask.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.stats.BoltExecutorStats;
import org.apache.storm.stats.CommonStats;
import org.apache.storm.stats.SpoutExecutorStats;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Collects the counts that the native worker reports in Storm's statistics classes, so that Storm's
 * UI shows them as for any worker. Latencies are means over one second. Thread-safe: one thread
 * counts, another reads.
 */
@SuppressWarnings("unchecked") // Storm's getters are of raw types
final class WorkerStats {
    /** Sampling rate of Storm's statistics: every event is counted. */
    private static final int SAMPLE_RATE = 1;

    private static final double US_PER_MS = 1000.0;

    private final Map<List<Long>, CommonStats> byExecutor = new HashMap<>();
    private final Map<Integer, CommonStats> byTask = new HashMap<>();

    /**
     * Rounding remainders of latencies, added to the next value; Storm's classes take whole
     * milliseconds.
     */
    private final Map<List<Object>, Double> remainders = new HashMap<>();

    WorkerStats(SystemTopology topology, Set<List<Long>> executors) {
        int buckets = ObjectReader.getInt(topology.conf().get(Config.NUM_STAT_BUCKETS));
        for (List<Long> executor : executors) {
            List<Integer> tasks = StormCommon.executorIdToTasks(executor);
            String component =
                    Objects.requireNonNull(topology.componentByTask().get(tasks.get(0)), "a task");
            CommonStats stats =
                    topology.isSpout(component)
                            ? new SpoutExecutorStats(SAMPLE_RATE, buckets)
                            : new BoltExecutorStats(SAMPLE_RATE, buckets);
            byExecutor.put(executor, stats);
            tasks.forEach(task -> byTask.put(task, stats));
        }
    }

    /** Adds a line {@code emitted TASK STREAM EMITTED TRANSFERRED}. */
    synchronized void addEmitted(List<String> words) {
        CommonStats stats = stats(words.get(1));
        if (stats != null) {
            stats.getEmitted().incBy(words.get(2), Long.parseLong(words.get(3)));
            stats.getTransferred().incBy(words.get(2), Long.parseLong(words.get(4)));
        }
    }

    /** Adds a line {@code handled TASK COMPONENT STREAM EXECUTED US ACKED US FAILED}. */
    synchronized void addHandled(List<String> words) {
        String stream = words.get(3);
        long executed = Long.parseLong(words.get(4));
        long acked = Long.parseLong(words.get(6));
        long failed = Long.parseLong(words.get(8));
        if (stats(words.get(1)) instanceof BoltExecutorStats bolt) {
            List<String> key = List.of(words.get(2), stream);
            bolt.getExecuted().incBy(key, executed);
            bolt.getAcked().incBy(key, acked);
            bolt.getFailed().incBy(key, failed);
            recordMean(words, 5, ms -> bolt.getExecuteLatencies().record(key, ms));
            recordMean(words, 7, ms -> bolt.getProcessLatencies().record(key, ms));
        } else if (stats(words.get(1)) instanceof SpoutExecutorStats spout) {
            spout.getAcked().incBy(stream, acked);
            spout.getFailed().incBy(stream, failed);
            recordMean(words, 7, ms -> spout.getCompleteLatencies().record(stream, ms));
        }
    }

    private interface Recorder {
        void record(long ms);
    }

    /** Records the mean of a line's total time at an index and the count before it. */
    private void recordMean(List<String> words, int timeIndex, Recorder recorder) {
        long count = Long.parseLong(words.get(timeIndex - 1));
        if (count > 0) {
            List<Object> key = List.of(words.get(1), words.get(2), words.get(3), timeIndex);
            double ms =
                    Long.parseLong(words.get(timeIndex)) / US_PER_MS / count
                            + remainders.getOrDefault(key, 0.0);
            long rounded = Math.round(ms);
            remainders.put(key, ms - rounded);
            recorder.record(rounded);
        }
    }

    private @Nullable CommonStats stats(String task) {
        return byTask.get(Integer.parseInt(task));
    }

    synchronized Map<List<Long>, ExecutorStats> render() {
        Map<List<Long>, ExecutorStats> rendered = new HashMap<>();
        byExecutor.forEach((executor, stats) -> rendered.put(executor, stats.renderStats()));
        return rendered;
    }
}
