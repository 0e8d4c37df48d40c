package io.eyewall.engine.core;

import io.eyewall.engine.mailbox.Ring;

/**
 * The tasklets of one core that wait for a turn, quick ones and slow ones, and the order in which
 * they get it (decision 49). For the thread that drives the core.
 */
final class RunQueue {
    /** How long slow tasklets may go on in one step; the one that exceeds it ends its slice. */
    private static final long SLOW_TASKLETS_NS = 2_000_000;

    /** Slices of a slow tasklet that end in time, until it counts as quick again. */
    private static final int SLICES_TO_PROVE = 16;

    private final Core core;
    private final Ring<Tasklet> quick = new Ring<>();
    private final Ring<Tasklet> slow = new Ring<>();

    RunQueue(Core core) {
        this.core = core;
    }

    /** A tasklet wants a turn; it does not wait for two. */
    void add(Tasklet tasklet) {
        if (!tasklet.ready) {
            (tasklet.slow == 0 ? quick : slow).add(tasklet);
            tasklet.ready = true;
        }
    }

    boolean isEmpty() {
        return quick.isEmpty() && slow.isEmpty();
    }

    /** It was on the stack of a thread that held the core too long. While nobody drives it. */
    static void countAsSlow(Tasklet tasklet) {
        tasklet.slow = SLICES_TO_PROVE;
    }

    /**
     * Every quick tasklet has its turn, until one exceeds the time that a step has, or has sent a
     * core as much as it takes at once; those behind it are the first in the next step. Then slow
     * tasklets, as far as time allows, but one at least: so a quick one waits for one of them,
     * however many there are.
     *
     * @return work done, or {@link Core#LOST}
     */
    int give() {
        int work = 0;
        int turns = quick.size();
        while (--turns >= 0 && core.mayGoOn()) {
            Tasklet tasklet = quick.take();
            if (tasklet.slow != 0) {
                slow.add(tasklet); // came here before that was known
                continue;
            }
            int done = give(tasklet);
            if (done == Core.LOST) {
                return Core.LOST;
            }
            work += done;
        }
        if (slow.isEmpty() || core.isCongested()) {
            return work;
        }
        core.beginTurns();
        int done = giveToSlow();
        return done == Core.LOST ? Core.LOST : work + done;
    }

    private int giveToSlow() {
        int work = 0;
        long untilNs = core.clock().nanoTime() + SLOW_TASKLETS_NS;
        int turns = slow.size();
        do {
            int done = give(slow.take());
            if (done == Core.LOST) {
                return Core.LOST;
            }
            work += done;
        } while (--turns > 0 && core.mayGoOn() && core.clock().nanoTime() < untilNs);
        return work;
    }

    private int give(Tasklet tasklet) {
        tasklet.ready = false;
        core.useContextLoader(tasklet.classLoader());
        int done = tasklet.runSlice();
        if (done == Core.LOST) {
            return Core.LOST;
        }
        core.restoreThread();
        boolean inTime = !core.isHurried() || !core.isBlamed(core.stepNumber());
        if (!inTime || tasklet.slow != 0) {
            judge(tasklet, inTime);
        }
        core.recoverFromOverflow();
        return done;
    }

    private static void judge(Tasklet tasklet, boolean inTime) {
        if (inTime) {
            tasklet.slow--;
        } else {
            countAsSlow(tasklet);
        }
    }
}
