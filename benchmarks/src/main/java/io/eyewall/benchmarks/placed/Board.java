package io.eyewall.benchmarks.placed;

import io.eyewall.engine.RunningTopology;
import java.util.ArrayList;
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
 * The state that the spouts and bolts of this JVM's only run share: the current phase, and their
 * counts. They are serialized on their way into the engine, so they find it through a static field.
 */
final class Board {
    private static final long HIGHEST_NS = 60_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;

    private static volatile @Nullable Board current;

    private final Map<String, Tally> sent = new ConcurrentHashMap<>();
    private final Map<TaskOf, Tally> executed = new ConcurrentHashMap<>();
    private final Map<TaskOf, SingleWriterRecorder> lateness = new ConcurrentHashMap<>();
    private volatile int phase;

    /** Identifies a task of a bolt; a task never runs concurrently with itself. */
    private record TaskOf(String bolt, int task) {}

    /** The count of one task; written by its executor only. */
    static final class Tally {
        private final AtomicLong tuples = new AtomicLong();
        private final AtomicLong sum = new AtomicLong();

        private static Tally sumOf(List<Tally> tallies) {
            Tally all = new Tally();
            for (Tally one : tallies) {
                all.tuples.addAndGet(one.tuples.get());
                all.sum.addAndGet(one.sum.get());
            }
            return all;
        }

        void add(long number) {
            sum.lazySet(sum.get() + number);
            tuples.lazySet(tuples.get() + 1);
        }

        private boolean equalTo(Tally other) {
            return tuples.get() == other.tuples.get() && sum.get() == other.sum.get();
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

    /** Returns the board of the run. */
    static Board current() {
        return Objects.requireNonNull(current, "no run has begun");
    }

    /** Returns the machine on which spouts and bolts work. */
    Machine machine() {
        return machine;
    }

    int phase() {
        return phase;
    }

    void setPhase(int phase) {
        this.phase = phase;
    }

    /** Returns the count of tuples that a spout has sent to a bolt. */
    Tally sentTo(String bolt) {
        return sent.computeIfAbsent(bolt, name -> new Tally());
    }

    /** Returns the count of tuples that a bolt's task has executed. */
    Tally executedBy(String bolt, int task) {
        return executed.computeIfAbsent(new TaskOf(bolt, task), key -> new Tally());
    }

    /** Returns the recorder of the lateness of the tuples of a bolt's task. */
    SingleWriterRecorder latenessOf(String bolt, int task) {
        return lateness.computeIfAbsent(
                new TaskOf(bolt, task),
                key -> new SingleWriterRecorder(HIGHEST_NS, SIGNIFICANT_DIGITS));
    }

    private Tally executedBy(String bolt) {
        return Tally.sumOf(
                executed.entrySet().stream()
                        .filter(entry -> entry.getKey().bolt().equals(bolt))
                        .map(Map.Entry::getValue)
                        .toList());
    }

    /** Records a tuple's lateness, as far as the recorder can take it. */
    static void record(SingleWriterRecorder recorder, long ns) {
        recorder.recordValue(Math.min(HIGHEST_NS, Math.max(0, ns)));
    }

    /** Returns the number of tuples that bolts have executed so far. */
    long executed() {
        return executed.values().stream().mapToLong(tally -> tally.tuples.get()).sum();
    }

    /** Returns the lateness of tuples since the last call. */
    Histogram takeLateness() {
        Histogram all = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        lateness.values().forEach(recorder -> all.add(recorder.getIntervalHistogram()));
        return all;
    }

    /** Returns whether a topology with stopped sources has nothing more to do or has ended. */
    boolean isDone(RunningTopology topology) {
        return topology.status().isOver() || (topology.isQuiet() && problems().isEmpty());
    }

    /** Returns the errors in the answer of a topology that is done. */
    List<String> problems(RunningTopology topology) {
        List<String> problems = new ArrayList<>(problems());
        topology.failure().ifPresent(failure -> problems.add(failure.toString()));
        return problems;
    }

    /** Compares sent with executed tuples, once no tuple is in flight. */
    private List<String> problems() {
        return new TreeMap<>(sent)
                .entrySet().stream()
                        .filter(entry -> !entry.getValue().equalTo(executedBy(entry.getKey())))
                        .map(
                                entry ->
                                        "bolt '"
                                                + entry.getKey()
                                                + "' was sent "
                                                + entry.getValue()
                                                + " and executed "
                                                + executedBy(entry.getKey()))
                        .toList();
    }
}
