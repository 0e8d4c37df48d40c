package io.eyewall.engine.core;

import io.eyewall.engine.mailbox.Ring;

/**
 * The tasklets of one core that wait for a slice, quick ones and slow ones, and the order in which
 * they get it (decision 49). For the core's owner thread.
 */
final class RunQueue {
    /** How long slow tasklets may run in one step; no further one starts after this time. */
    private static final long SLOW_TASKLETS_NS = 2_000_000;

    /** Slices that a slow tasklet must end in time before it counts as quick again. */
    private static final int SLICES_UNTIL_QUICK = 16;

    private final Core core;
    private final Ring<Tasklet> quick = new Ring<>();
    private final Ring<Tasklet> slow = new Ring<>();

    RunQueue(Core core) {
        this.core = core;
    }

    /** Adds a tasklet unless it is waiting already. */
    void add(Tasklet tasklet) {
        if (!tasklet.ready) {
            (tasklet.slicesUntilQuick == 0 ? quick : slow).add(tasklet);
            tasklet.ready = true;
        }
    }

    boolean isEmpty() {
        return quick.isEmpty() && slow.isEmpty();
    }

    /**
     * Counts a tasklet as slow because it was on the stack of a thread that held the core for too
     * long. Called while the core has no owner, or by the owner.
     */
    static void countAsSlow(Tasklet tasklet) {
        tasklet.slicesUntilQuick = SLICES_UNTIL_QUICK;
    }

    /**
     * Runs a slice of every quick tasklet, until one exceeds the time of a step or has filled a
     * batch for another core; the remaining ones are first in the next step. Then runs slow
     * tasklets as far as time allows, but at least one: so a quick tasklet waits for at most one
     * slow tasklet, however many there are.
     *
     * @return work done, or {@link Core#LOST}
     */
    int runSlices() {
        int work = 0;
        int slices = quick.size();
        while (--slices >= 0 && core.mayContinue()) {
            Tasklet tasklet = quick.removeFirst();
            if (tasklet.slicesUntilQuick != 0) {
                slow.add(tasklet); // was added before it counted as slow
                continue;
            }
            int done = runSlice(tasklet);
            if (done == Core.LOST) {
                return Core.LOST;
            }
            work += done;
        }
        if (slow.isEmpty() || core.isCongested()) {
            return work;
        }
        core.beginSlices();
        int done = runSlowTasklets();
        return done == Core.LOST ? Core.LOST : work + done;
    }

    private int runSlowTasklets() {
        int work = 0;
        long untilNs = core.clock().nanoTime() + SLOW_TASKLETS_NS;
        int slices = slow.size();
        do {
            int done = runSlice(slow.removeFirst());
            if (done == Core.LOST) {
                return Core.LOST;
            }
            work += done;
        } while (--slices > 0 && core.mayContinue() && core.clock().nanoTime() < untilNs);
        return work;
    }

    private int runSlice(Tasklet tasklet) {
        tasklet.ready = false;
        core.useContextLoader(tasklet.classLoader());
        int done = tasklet.runSlice();
        if (done == Core.LOST) {
            return Core.LOST;
        }
        core.restoreThread();
        boolean inTime = !core.isHurried() || !core.isBlamed(core.stepNumber());
        if (!inTime || tasklet.slicesUntilQuick != 0) {
            updateSlow(tasklet, inTime);
        }
        core.recoverFromOverflow();
        return done;
    }

    private static void updateSlow(Tasklet tasklet, boolean inTime) {
        if (inTime) {
            tasklet.slicesUntilQuick--;
        } else {
            countAsSlow(tasklet);
        }
    }
}
