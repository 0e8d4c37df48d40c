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
 * Where the tasks of the one run of this JVM publish what they did, and read that they should stop.
 *
 * <p>Static, because a topology's spouts and bolts are serialised on their way into a cluster and
 * find each other again only through their classes; a child JVM measures one system once, so one
 * board is enough.
 *
 * <p>Threads: each {@link Cell} has one writer, the task that claimed it; anyone may read. Cells
 * lie 128 bytes apart (two cache lines, because of the adjacent-line prefetcher), so counting never
 * contends, wherever a collection puts the tasks' own objects. A publication has release semantics:
 * a reader that saw a number also sees what its writer did before, which is what makes reading a
 * task's {@link #counts} map legal once its counts are quiet.
 */
public final class Scoreboard {
    /** What a number means. */
    public enum Role {
        /** Tuples that a spout emitted. */
        EMITTED(0),
        /** Units that a sink counted. */
        COUNTED(1),
        /** Characters of the texts that a sink saw. */
        CHARACTERS(2),
        /** Messages whose {@code ack} a spout received. */
        ACKED(3),
        /** Messages whose {@code fail} a spout received. */
        FAILED(4);

        /** Which row of cells. */
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

    /** One cell of padding before the first, so that the array's length has a line of its own. */
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
         * Adds to the number, makes it and everything the caller did before visible to readers, and
         * returns it. Called by the task that claimed the cell only.
         */
        public long add(long amount) {
            long sum = (long) ELEMENT.get(CELLS, index) + amount;
            ELEMENT.setRelease(CELLS, index, sum);
            return sum;
        }
    }

    /**
     * Hands out the next cell of a role; called by a task once, when it is prepared.
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

    /** Registers the map in which a counting task keeps its counts; the task goes on writing it. */
    public static void registerCounts(Map<String, Integer> counts) {
        COUNTS.add(counts);
    }

    /** The maps of all counting tasks. Read them only after the counts have become quiet. */
    public static List<Map<String, Integer>> counts() {
        return List.copyOf(COUNTS);
    }

    /** Registers the window of a sorting task; the task goes on writing it. */
    public static void registerWindow(RollingSort window) {
        WINDOWS.add(window);
    }

    /** The windows of all sorting tasks. Read them only after the counts have become quiet. */
    public static List<RollingSort> windows() {
        return List.copyOf(WINDOWS);
    }

    /** Registers where a sink records latencies. */
    public static void registerLatencies(LatencyRecorder recorder) {
        LATENCIES.add(recorder);
    }

    /** Where all sinks record latencies. */
    public static List<LatencyRecorder> latencies() {
        return List.copyOf(LATENCIES);
    }

    /** The numbers of one role, one per task that claimed a cell. */
    public static List<Long> values(Role role) {
        int claimed = Math.min(claimed(role).get(), CELLS_PER_ROLE);
        List<Long> values = new ArrayList<>(claimed);
        for (int i = 0; i < claimed; i++) {
            values.add((long) ELEMENT.getAcquire(CELLS, indexOf(role, i)));
        }
        return values;
    }

    /** The sum of {@link #values}. */
    public static long sum(Role role) {
        return values(role).stream().mapToLong(Long::longValue).sum();
    }

    /** Tells all sources to emit no more. */
    public static void requestStop() {
        STOP.setRelease(true);
    }

    /** Whether sources must not emit any more; a source asks before every emit. */
    public static boolean stopRequested() {
        return (boolean) STOP.getOpaque();
    }

    /** Asks every source that has stopped for one more tuple; see {@code Drain}. */
    public static void requestExtra() {
        EXTRAS.incrementAndGet();
    }

    /** How many more tuples each source was asked for since the stop. */
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
