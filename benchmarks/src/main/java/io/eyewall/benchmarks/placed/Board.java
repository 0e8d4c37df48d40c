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
 * Where the spouts and bolts of the one run of this JVM find their phase, and say what they have
 * done. They are serialized on their way into the engine, so they find it by a static field.
 */
final class Board {
    private static final long HIGHEST_NS = 60_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;

    private static volatile @Nullable Board current;

    private final Map<String, Tally> sent = new ConcurrentHashMap<>();
    private final Map<TaskOf, Tally> executed = new ConcurrentHashMap<>();
    private final Map<TaskOf, SingleWriterRecorder> lateness = new ConcurrentHashMap<>();
    private volatile int phase;

    /** One of a bolt's tasks, which never run concurrently with themselves. */
    private record TaskOf(String bolt, int task) {}

    /** What one task has counted; written by its executor only. */
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

    /** What a bolt's task has executed. */
    Tally executedBy(String bolt, int task) {
        return executed.computeIfAbsent(new TaskOf(bolt, task), key -> new Tally());
    }

    /** How late the tuples of a bolt's task are. */
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

    /** Whether a topology, whose sources have stopped, has nothing more to do or is over. */
    boolean isDone(RunningTopology topology) {
        return topology.status().isOver() || (topology.isQuiet() && problems().isEmpty());
    }

    /** What is wrong with a topology's answer, once it is done. */
    List<String> problems(RunningTopology topology) {
        List<String> problems = new ArrayList<>(problems());
        topology.failure().ifPresent(failure -> problems.add(failure.toString()));
        return problems;
    }

    /** Compares what was sent with what was executed, when nothing is under way any more. */
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
