package io.eyewall.plugin.monitor;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tuples that one task sends on one stream, by receiver, and samples their sizes. The
 * executor's thread has its own counts; other threads, on which bolts may emit too, share
 * concurrent counts. {@link #closeWindow} is only for the reporting thread.
 */
final class StreamMeter {
    /**
     * The number of emits per window whose size is sampled, roughly: fewer if an emit has several
     * receivers, because the gap follows from the tuples that were received.
     */
    static final int SAMPLES_PER_WINDOW = 200;

    /** The gap before the first window has shown the rate. */
    private static final int INITIAL_GAP = 16;

    /** A limit, so that a stream that becomes slow is sampled again soon. */
    private static final int MAX_GAP = 1 << 14;

    private final String stream;
    private final boolean systemStream;
    private final int overheadBytes;

    private final TaskCounts ownCounts = new TaskCounts();
    private int countdown = 1; // the executor's thread only
    private final ConcurrentHashMap<Integer, LongAdder> foreignCounts = new ConcurrentHashMap<>();

    /** The mean number of emits per sampled size. */
    private volatile int gap = INITIAL_GAP;

    private final LongAdder sampledTuples = new LongAdder();
    private final LongAdder sampledBytes = new LongAdder();

    // Used only by the reporting thread:
    private final Map<Integer, Long> reportedTuples = new HashMap<>();
    private long reportedSampledTuples;
    private long reportedSampledBytes;
    private double meanBytes = Double.NaN;

    /** Receives the traffic of a window, one call per receiving task. */
    @FunctionalInterface
    interface TrafficConsumer {
        /**
         * @param to the receiving task
         * @param tuples the number of tuples, at least 1
         * @param bytes the estimated size of all these tuples; 0 if unknown
         */
        void accept(int to, long tuples, double bytes);
    }

    /**
     * @param systemStream whether the stream is one of Storm's own
     * @param overheadBytes the bytes of a tuple on a network apart from its values
     */
    StreamMeter(String stream, boolean systemStream, int overheadBytes) {
        this.stream = stream;
        this.systemStream = systemStream;
        this.overheadBytes = overheadBytes;
    }

    boolean hasName(String name) {
        return stream.equals(name); // usually the same object, because Storm passes it on
    }

    boolean isSystemStream() {
        return systemStream;
    }

    /** Counts an emit by the executor's thread. On the hot path: see {@code LoadHookBenchmark}. */
    void onEmit(
            List<Object> values,
            Collection<@Nullable Integer> tasks,
            @Nullable SizeSampler sampler) {
        int sent = 0;
        if (tasks instanceof List<@Nullable Integer> list) {
            for (int i = 0; i < list.size(); i++) { // without allocating an iterator
                Integer task = list.get(i);
                if (isCounted(task)) {
                    ownCounts.increment(task);
                    sent++;
                }
            }
        } else {
            for (Integer task : tasks) {
                if (isCounted(task)) {
                    ownCounts.increment(task);
                    sent++;
                }
            }
        }
        if (sent > 0 && --countdown <= 0) {
            // Random, so that the gaps do not coincide with a period of the topology.
            countdown = ThreadLocalRandom.current().nextInt(2 * gap) + 1;
            sample(values, sent, sampler);
        }
    }

    /** Counts an emit by another thread. */
    void onForeignEmit(
            List<Object> values,
            Collection<@Nullable Integer> tasks,
            @Nullable SizeSampler sampler) {
        int sent = 0;
        for (Integer task : tasks) {
            if (isCounted(task)) {
                LongAdder count = foreignCounts.get(task);
                if (count == null) {
                    count = foreignCounts.computeIfAbsent(task, key -> new LongAdder());
                }
                count.increment();
                sent++;
            }
        }
        if (sent > 0 && ThreadLocalRandom.current().nextInt(gap) == 0) {
            sample(values, sent, sampler);
        }
    }

    /**
     * Returns whether tuples to a receiver are counted: null is a direct emit without receiver,
     * below 1 is Storm's system task, which every worker has.
     */
    private static boolean isCounted(@Nullable Integer task) {
        return task != null && task > 0;
    }

    private void sample(List<Object> values, int sent, @Nullable SizeSampler sampler) {
        long bytes = sampler == null ? -1 : sampler.tryMeasure(values);
        if (bytes >= 0) {
            sampledBytes.add(bytes * sent);
            sampledTuples.add(sent);
        }
    }

    /** Passes the traffic since the last call to a consumer. */
    void closeWindow(TrafficConsumer consumer) {
        Map<Integer, Long> totals = new HashMap<>();
        ownCounts.forEach(totals::put);
        foreignCounts.forEach((task, count) -> totals.merge(task, count.sum(), Long::sum));
        double mean = meanSampledBytes();
        long sum = 0;
        for (Map.Entry<Integer, Long> total : totals.entrySet()) {
            int to = total.getKey();
            long before = reportedTuples.getOrDefault(to, 0L);
            // A count that is read during additions may be reported late, but never twice.
            long tuples = Math.max(0, total.getValue() - before);
            if (tuples > 0) {
                reportedTuples.put(to, total.getValue());
                consumer.accept(
                        to, tuples, Double.isNaN(mean) ? 0 : tuples * (mean + overheadBytes));
                sum += tuples;
            }
        }
        gap = (int) Math.max(1, Math.min(MAX_GAP, sum / SAMPLES_PER_WINDOW));
    }

    /**
     * Returns the mean size of the values sampled since the last call, or the previous mean if
     * there are none.
     */
    private double meanSampledBytes() {
        long tuples = sampledTuples.sum();
        long bytes = sampledBytes.sum();
        if (tuples > reportedSampledTuples) {
            meanBytes = (double) (bytes - reportedSampledBytes) / (tuples - reportedSampledTuples);
            reportedSampledTuples = tuples;
            reportedSampledBytes = bytes;
        }
        return meanBytes;
    }
}
