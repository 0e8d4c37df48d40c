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
    /** The sizes to sample per window, if there are that many emits. */
    static final int SAMPLES_PER_WINDOW = 200;

    private static final int FIRST_GAP = 16;
    private static final int LARGEST_GAP = 1 << 14;

    private final String stream;
    private final boolean ofStorm;
    private final int overheadBytes;

    private final TaskCounts own = new TaskCounts();
    private int countdown = 1; // the executor's thread only
    private final ConcurrentHashMap<Integer, LongAdder> foreign = new ConcurrentHashMap<>();

    /** The mean number of emits per sampled size. */
    private volatile int gap = FIRST_GAP;

    private final LongAdder sampledTuples = new LongAdder();
    private final LongAdder sampledBytes = new LongAdder();

    // Used only by the reporting thread:
    private final Map<Integer, Long> reported = new HashMap<>();
    private long reportedSampledTuples;
    private long reportedSampledBytes;
    private double meanBytes = Double.NaN;

    /** Called for each receiver of a window. */
    @FunctionalInterface
    interface Reader {
        /**
         * @param bytes the estimated size; 0 if unknown
         */
        void sent(int to, long tuples, double bytes);
    }

    /**
     * @param ofStorm whether the stream is one of Storm's own
     * @param overheadBytes the bytes of a tuple on a network apart from its values
     */
    StreamMeter(String stream, boolean ofStorm, int overheadBytes) {
        this.stream = stream;
        this.ofStorm = ofStorm;
        this.overheadBytes = overheadBytes;
    }

    boolean isOf(String name) {
        return stream.equals(name); // usually the same object, because Storm passes it on
    }

    boolean isOfStorm() {
        return ofStorm;
    }

    /** Counts an emit by the executor's thread. Hot path: LoadHookBenchmark. */
    void onEmit(
            List<Object> values, Collection<@Nullable Integer> tasks, @Nullable SizeSampler sizes) {
        int sent = 0;
        if (tasks instanceof List<@Nullable Integer> list) {
            for (int i = 0; i < list.size(); i++) { // without allocating an iterator
                Integer task = list.get(i);
                if (isTask(task)) {
                    own.increment(task);
                    sent++;
                }
            }
        } else {
            for (Integer task : tasks) {
                if (isTask(task)) {
                    own.increment(task);
                    sent++;
                }
            }
        }
        if (sent > 0 && --countdown <= 0) {
            // Random, so that the gaps do not coincide with a period of the topology.
            countdown = ThreadLocalRandom.current().nextInt(2 * gap) + 1;
            sample(values, sent, sizes);
        }
    }

    /** Counts an emit by another thread. */
    void onForeignEmit(
            List<Object> values, Collection<@Nullable Integer> tasks, @Nullable SizeSampler sizes) {
        int sent = 0;
        for (Integer task : tasks) {
            if (isTask(task)) {
                LongAdder count = foreign.get(task);
                if (count == null) {
                    count = foreign.computeIfAbsent(task, key -> new LongAdder());
                }
                count.increment();
                sent++;
            }
        }
        if (sent > 0 && ThreadLocalRandom.current().nextInt(gap) == 0) {
            sample(values, sent, sizes);
        }
    }

    /**
     * Returns whether a receiver counts: null is a direct emit without receiver, below 1 is Storm's
     * own task, which every worker has.
     */
    private static boolean isTask(@Nullable Integer task) {
        return task != null && task > 0;
    }

    private void sample(List<Object> values, int sent, @Nullable SizeSampler sizes) {
        long bytes = sizes == null ? -1 : sizes.tryMeasure(values);
        if (bytes >= 0) {
            sampledBytes.add(bytes * sent);
            sampledTuples.add(sent);
        }
    }

    /** Passes the traffic since the last call to the reader. */
    void closeWindow(Reader reader) {
        Map<Integer, Long> totals = new HashMap<>();
        own.read(totals::put);
        foreign.forEach((task, count) -> totals.merge(task, count.sum(), Long::sum));
        double mean = meanOfWindow();
        long sum = 0;
        for (Map.Entry<Integer, Long> total : totals.entrySet()) {
            int to = total.getKey();
            long before = reported.getOrDefault(to, 0L);
            // A count that is read during additions may be reported late, but never twice.
            long tuples = Math.max(0, total.getValue() - before);
            if (tuples > 0) {
                reported.put(to, total.getValue());
                reader.sent(to, tuples, Double.isNaN(mean) ? 0 : tuples * (mean + overheadBytes));
                sum += tuples;
            }
        }
        gap = (int) Math.max(1, Math.min(LARGEST_GAP, sum / SAMPLES_PER_WINDOW));
    }

    private double meanOfWindow() {
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
