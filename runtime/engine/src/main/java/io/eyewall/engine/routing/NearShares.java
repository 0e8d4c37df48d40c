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
     * Maximum lead of one core's tasks over the tasks of any other core that claims tuples, in
     * multiples of one {@link #claim}; above 1, because cores don't run in lockstep.
     */
    private static final int MAX_LEAD = 64;

    /**
     * Array elements from one counter to the next, so that cores share no cache line: 128 bytes.
     */
    private static final int STRIDE = 16;

    private final AtomicReference<Counts> latestCounts = new AtomicReference<>();

    /**
     * The counts since a task last moved to another core; a move resets all counts.
     *
     * @param version the layout version for which the counts are valid
     * @param perTask tuples for each of a core's tasks, by core
     */
    private record Counts(long version, AtomicLongArray perTask) {
        static Counts zero(long version, int cores) {
            return new Counts(version, new AtomicLongArray(cores * STRIDE));
        }

        long tuplesPerTask(Core core) {
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
    boolean claim(Core core, Core[] others, long tuplesPerTask) {
        Counts counts = currentCounts(core);
        long ownTuples = counts.tuplesPerTask(core);
        for (Core other : others) {
            long otherTuples = counts.tuplesPerTask(other);
            long maxLead = otherTuples == 0 ? 0 : MAX_LEAD * tuplesPerTask;
            if (ownTuples > otherTuples + maxLead) {
                return false;
            }
        }
        counts.add(core, tuplesPerTask);
        return true;
    }

    /** Returns claimed tuples that have not been sent. */
    void giveBack(Core core, long tuplesPerTask) {
        currentCounts(core).add(core, -tuplesPerTask);
    }

    private Counts currentCounts(Core core) {
        Counts counts = latestCounts.get();
        long version = core.layoutVersion();
        if (counts == null || counts.version() != version) {
            Counts next = Counts.zero(version, core.coreCount());
            counts = latestCounts.compareAndSet(counts, next) ? next : currentCounts(core);
        }
        return counts;
    }
}
