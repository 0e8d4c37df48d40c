package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets shuffle grouping keep tuples on the core of their emitter. Shuffle grouping promises that
 * all tasks get the same number of tuples; if the tasks of each core get equally many tuples from
 * emitters on their own core, the promise holds although no tuple crosses to another core. This
 * class therefore counts, for one subscription, the tuples that the tasks of each core have
 * received in that way. Shared by all emitters of the stream; any thread may call the methods.
 *
 * <p>Storm's shuffle grouping prefers near tasks, too, if these are not overloaded (Storm:
 * grouping/LoadAwareShuffleGrouping.java).
 */
final class NearShares {
    /**
     * Maximum lead of one core's tasks over the tasks of any other core that takes tuples, in
     * multiples of one {@link #take}; above 1, because cores don't run in lockstep.
     */
    private static final int MAX_AHEAD = 64;

    /**
     * Array elements from one counter to the next, so that cores share no cache line: 128 bytes.
     */
    private static final int STRIDE = 16;

    private final AtomicReference<Taken> current = new AtomicReference<>();

    /**
     * The counts since a task last moved to another core; a move starts all counts anew.
     *
     * @param version the layout version for which the counts are valid
     * @param perTask tuples for each of a core's tasks, by core
     */
    private record Taken(long version, AtomicLongArray perTask) {
        static Taken none(long version, int cores) {
            return new Taken(version, new AtomicLongArray(cores * STRIDE));
        }

        long of(Core core) {
            return perTask.getOpaque(core.index() * STRIDE);
        }

        void add(Core core, long tuples) {
            perTask.addAndGet(core.index() * STRIDE, tuples);
        }
    }

    /**
     * Claims tuples for all tasks on a core, unless these would then be too far ahead of the other
     * tasks.
     *
     * @param core the emitter's core, which runs some of the tasks
     * @param others the cores of the other tasks
     * @param tuplesPerTask number of tuples that each task is to get
     * @return whether the tuples were claimed
     */
    boolean take(Core core, Core[] others, long tuplesPerTask) {
        Taken taken = taken(core);
        long near = taken.of(core);
        for (Core other : others) {
            long theirs = taken.of(other);
            long ahead = theirs == 0 ? 0 : MAX_AHEAD * tuplesPerTask;
            if (near > theirs + ahead) {
                return false;
            }
        }
        taken.add(core, tuplesPerTask);
        return true;
    }

    /** Returns claimed tuples that have not been sent. */
    void giveBack(Core core, long tuplesPerTask) {
        taken(core).add(core, -tuplesPerTask);
    }

    private Taken taken(Core core) {
        Taken taken = current.get();
        long version = core.layoutVersion();
        if (taken == null || taken.version() != version) {
            Taken next = Taken.none(version, core.coreCount());
            taken = current.compareAndSet(taken, next) ? next : taken(core);
        }
        return taken;
    }
}
