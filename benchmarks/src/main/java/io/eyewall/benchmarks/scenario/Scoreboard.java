package io.eyewall.benchmarks.scenario;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The board on which the tasks of this JVM's only run publish their progress and read that they
 * should stop.
 *
 * <p>It is static, because a topology's spouts and bolts are serialized on their way into a cluster
 * and find each other again only through their classes; a child JVM measures one system once, so
 * one board is enough.
 *
 * <p>Threads: each {@link Cell} has one writer, the task that claimed it; any thread may read it.
 * Cells lie 128 bytes apart (two cache lines, because of the adjacent-line prefetcher), so counting
 * never contends, wherever a collection places the tasks' own objects. A publication has release
 * semantics: a reader that has read a number also sees everything that its writer did before. A
 * reader may therefore read a task's {@link #counts} map when its counts no longer change.
 */
public final class Scoreboard {
    /** The meaning of a number. */
    public enum Role {
        /** Tuples that a spout emitted. */
        EMITTED(0),
        /** Units that a sink counted. */
        COUNTED(1),
        /** Characters of the texts that a sink received. */
        CHARACTERS(2),
        /** Messages whose {@code ack} a spout received. */
        ACKED(3),
        /** Messages whose {@code fail} a spout received. */
        FAILED(4);

        /** The row of cells. */
        private final int row;

        Role(int row) {
            this.row = row;
        }
    }

    private static final int LONGS_PER_CELL = 16;
    private static final int CELLS_PER_ROLE = 10_240;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle STOP;

    static {
        try {
            STOP =
                    MethodHandles.lookup()
                            .findStaticVarHandle(Scoreboard.class, "stop", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The cells. One cell of padding precedes the first, so that the array's length has a cache
     * line of its own.
     */
    private static final long[] CELLS =
            new long[(1 + Role.values().length * CELLS_PER_ROLE) * LONGS_PER_CELL];

    private static final Map<Role, AtomicInteger> CLAIMED = newCounters();
    private static final List<Map<String, Integer>> COUNTS = new CopyOnWriteArrayList<>();

    private static final List<RollingSort> WINDOWS = new CopyOnWriteArrayList<>();
    private static final List<LatencyRecorder> LATENCIES = new CopyOnWriteArrayList<>();

    private static final AtomicInteger EXTRAS = new AtomicInteger();

    @SuppressWarnings("unused") // read and written through STOP
    private static boolean stop;

    private Scoreboard() {}

    /** A number with one writer. */
    public static final class Cell {
        private final int index;

        private Cell(int index) {
            this.index = index;
        }

        /** Adds one; see {@link #add}. */
        public long increment() {
            return add(1);
        }

        /**
         * Adds to the number, publishes it together with everything that the caller did before, and
         * returns it. Only the task that claimed the cell calls this.
         */
        public long add(long amount) {
            long sum = (long) ELEMENT.get(CELLS, index) + amount;
            ELEMENT.setRelease(CELLS, index, sum);
            return sum;
        }
    }

    /**
     * Assigns the next cell of a role; a task calls this once, when it is prepared.
     *
     * @throws IllegalStateException if a role has more than {@value #CELLS_PER_ROLE} tasks
     */
    public static Cell claim(Role role) {
        int number = claimed(role).getAndIncrement();
        if (number >= CELLS_PER_ROLE) {
            throw new IllegalStateException(
                    "scoreboard: more than " + CELLS_PER_ROLE + " tasks publish " + role);
        }
        return new Cell(indexOf(role, number));
    }

    /** Registers the map of a counting task, which the task continues to write. */
    public static void registerCounts(Map<String, Integer> counts) {
        COUNTS.add(counts);
    }

    /**
     * Returns the maps of all counting tasks. Callers must wait until the counts no longer change.
     */
    public static List<Map<String, Integer>> counts() {
        return List.copyOf(COUNTS);
    }

    /** Registers the window of a sorting task, which the task continues to write. */
    public static void registerWindow(RollingSort window) {
        WINDOWS.add(window);
    }

    /**
     * Returns the windows of all sorting tasks. Callers must wait until the counts no longer
     * change.
     */
    public static List<RollingSort> windows() {
        return List.copyOf(WINDOWS);
    }

    /** Registers a sink's recorder of latencies. */
    public static void registerLatencies(LatencyRecorder recorder) {
        LATENCIES.add(recorder);
    }

    /** Returns the recorders of latencies of all sinks. */
    public static List<LatencyRecorder> latencies() {
        return List.copyOf(LATENCIES);
    }

    /** Returns the numbers of one role, one per task that claimed a cell. */
    public static List<Long> values(Role role) {
        int claimed = Math.min(claimed(role).get(), CELLS_PER_ROLE);
        List<Long> values = new ArrayList<>(claimed);
        for (int i = 0; i < claimed; i++) {
            values.add((long) ELEMENT.getAcquire(CELLS, indexOf(role, i)));
        }
        return values;
    }

    /** Returns the sum of {@link #values}. */
    public static long sum(Role role) {
        return values(role).stream().mapToLong(Long::longValue).sum();
    }

    /** Requests all sources to stop emitting. */
    public static void requestStop() {
        STOP.setRelease(true);
    }

    /** Returns whether sources must stop emitting; a source checks this before every emit. */
    public static boolean stopRequested() {
        return (boolean) STOP.getOpaque();
    }

    /** Requests one more tuple from every stopped source; see {@code Drain}. */
    public static void requestExtra() {
        EXTRAS.incrementAndGet();
    }

    /** Returns the number of tuples that each source was requested to emit since the stop. */
    public static int extrasRequested() {
        return EXTRAS.get();
    }

    private static int indexOf(Role role, int number) {
        return (1 + role.row * CELLS_PER_ROLE + number) * LONGS_PER_CELL;
    }

    private static AtomicInteger claimed(Role role) {
        return Objects.requireNonNull(CLAIMED.get(role));
    }

    private static Map<Role, AtomicInteger> newCounters() {
        Map<Role, AtomicInteger> counters = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            counters.put(role, new AtomicInteger());
        }
        return counters;
    }
}
