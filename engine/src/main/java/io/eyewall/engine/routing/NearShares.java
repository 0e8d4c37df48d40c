package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How many tuples the tasks on each core have got only because those who emitted them were there,
 * too, for one subscription. Shuffle grouping promises that all tasks get the same; as long as each
 * core's tasks are given equally much by their neighbours, it is kept although no tuple crosses.
 * Shared by all emitters of the stream, on whatever threads.
 *
 * <p>Storm's shuffle grouping prefers near tasks, too, if these are not loaded too much (Storm:
 * grouping/LoadAwareShuffleGrouping.java).
 */
final class NearShares {
    /**
     * How many takes the tasks of one core may be ahead of those on any other, if that takes, too:
     * cores don't keep step.
     */
    private static final int MOST_AHEAD = 64;

    /** Places from one number to the next, so that cores share no cache line: 128 bytes. */
    private static final int STRIDE = 16;

    private final AtomicReference<Taken> current = new AtomicReference<>();

    /**
     * Since the tasks were last on other cores: those that have moved take nothing along.
     *
     * @param version the layout for which it counts
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
     * Takes tuples for all tasks on a core, unless they would be too far ahead of the others.
     *
     * @param core the emitter's, on which there are tasks
     * @param others the cores of the other tasks
     * @param tuplesPerTask how many each is to get
     */
    boolean take(Core core, Core[] others, long tuplesPerTask) {
        Taken taken = taken(core);
        long near = taken.of(core);
        for (Core other : others) {
            long theirs = taken.of(other);
            long ahead = theirs == 0 ? 0 : MOST_AHEAD * tuplesPerTask;
            if (near > theirs + ahead) {
                return false;
            }
        }
        taken.add(core, tuplesPerTask);
        return true;
    }

    /** Some of those that were taken have not been sent. */
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
