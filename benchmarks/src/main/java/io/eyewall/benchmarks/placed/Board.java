package io.eyewall.benchmarks.placed;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Where the spouts and bolts of the one run of this JVM find their phase, and say what they have
 * done. They are serialized on their way into the engine, so they find it by a static field.
 */
final class Board {
    private static final long HIGHEST_NS = 60_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;

    private static volatile @Nullable Board current;

    private final Map<String, Tally> sent = new ConcurrentHashMap<>();
    private final Map<String, Tally> executed = new ConcurrentHashMap<>();
    private final Map<String, SingleWriterRecorder> lateness = new ConcurrentHashMap<>();
    private volatile int phase;

    /** What one component has counted; written by its executor only. */
    static final class Tally {
        private final AtomicLong tuples = new AtomicLong();
        private final AtomicLong sum = new AtomicLong();

        void add(long number) {
            sum.lazySet(sum.get() + number);
            tuples.lazySet(tuples.get() + 1);
        }

        private boolean equalTo(@Nullable Tally other) {
            return other != null
                    && tuples.get() == other.tuples.get()
                    && sum.get() == other.sum.get();
        }

        @Override
        public String toString() {
            return tuples + " tuples (sum " + sum + ")";
        }
    }

    private final Machine machine;

    private Board(Machine machine) {
        this.machine = machine;
    }

    /** Begins a run, in its phase 0. */
    static Board begin(Machine machine) {
        Board board = new Board(machine);
        current = board;
        return board;
    }

    /** That of the run. */
    static Board current() {
        return Objects.requireNonNull(current, "no run has begun");
    }

    /** What spouts and bolts work on. */
    Machine machine() {
        return machine;
    }

    int phase() {
        return phase;
    }

    void setPhase(int phase) {
        this.phase = phase;
    }

    /** What a spout has sent to a bolt. */
    Tally sentTo(String bolt) {
        return sent.computeIfAbsent(bolt, name -> new Tally());
    }

    /** What a bolt has executed. */
    Tally executedBy(String bolt) {
        return executed.computeIfAbsent(bolt, name -> new Tally());
    }

    /** How late a bolt's tuples are. */
    SingleWriterRecorder latenessOf(String bolt) {
        return lateness.computeIfAbsent(
                bolt, name -> new SingleWriterRecorder(HIGHEST_NS, SIGNIFICANT_DIGITS));
    }

    /** Records a tuple's lateness, as far as the recorder can take it. */
    static void record(SingleWriterRecorder recorder, long ns) {
        recorder.recordValue(Math.min(HIGHEST_NS, Math.max(0, ns)));
    }

    /** Tuples that bolts have executed so far. */
    long executed() {
        return executed.values().stream().mapToLong(tally -> tally.tuples.get()).sum();
    }

    /** How late tuples were since the last call. */
    Histogram takeLateness() {
        Histogram all = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        lateness.values().forEach(recorder -> all.add(recorder.getIntervalHistogram()));
        return all;
    }

    /** Compares what was sent with what was executed, when nothing is under way any more. */
    List<String> problems() {
        return new TreeMap<>(sent)
                .entrySet().stream()
                        .filter(entry -> !entry.getValue().equalTo(executed.get(entry.getKey())))
                        .map(
                                entry ->
                                        "bolt '"
                                                + entry.getKey()
                                                + "' was sent "
                                                + entry.getValue()
                                                + " and executed "
                                                + executed.get(entry.getKey()))
                        .toList();
    }
}
