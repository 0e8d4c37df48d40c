package io.eyewall.engine.core;

import io.eyewall.engine.mailbox.Ring;

/**
 * The units of one core that wait for a turn, quick ones and slow ones, and the order in which they
 * get it (decision 49). For the thread that drives the core.
 */
final class Turns {
    /** How long slow units may go on in one step; the one that exceeds it ends its slice. */
    private static final long SLOW_UNITS_NS = 2_000_000;

    /** Slices of a slow unit that end in time, until it counts as quick again. */
    private static final int SLICES_TO_PROVE = 16;

    private final Core core;
    private final Ring<Unit> quick = new Ring<>();
    private final Ring<Unit> slow = new Ring<>();

    Turns(Core core) {
        this.core = core;
    }

    /** A unit wants a turn; it does not wait for two. */
    void add(Unit unit) {
        if (!unit.ready) {
            (unit.slow == 0 ? quick : slow).add(unit);
            unit.ready = true;
        }
    }

    boolean isEmpty() {
        return quick.isEmpty() && slow.isEmpty();
    }

    /** It was on the stack of a thread that held the core too long. While nobody drives it. */
    static void countAsSlow(Unit unit) {
        unit.slow = SLICES_TO_PROVE;
    }

    /**
     * Every quick unit has its turn, until one exceeds the time that a step has; those behind it
     * are the first in the next step. Then slow units, as far as time allows, but one at least: so
     * a quick one waits for one of them, however many there are.
     *
     * @return work done, or {@link Core#LOST}
     */
    int give() {
        int work = 0;
        int turns = quick.size();
        while (--turns >= 0 && core.mayGoOn()) {
            Unit unit = quick.poll();
            if (unit.slow != 0) {
                slow.add(unit); // came here before that was known
                continue;
            }
            int done = give(unit);
            if (done == Core.LOST) {
                return Core.LOST;
            }
            work += done;
        }
        if (slow.isEmpty() || core.isCongested()) {
            return work;
        }
        core.endHurry();
        int done = giveToSlow();
        return done == Core.LOST ? Core.LOST : work + done;
    }

    private int giveToSlow() {
        int work = 0;
        long untilNs = core.clock().nanoTime() + SLOW_UNITS_NS;
        int turns = slow.size();
        do {
            int done = give(slow.poll());
            if (done == Core.LOST) {
                return Core.LOST;
            }
            work += done;
        } while (--turns > 0 && core.mayGoOn() && core.clock().nanoTime() < untilNs);
        return work;
    }

    private int give(Unit unit) {
        unit.ready = false;
        core.useContextLoader(unit.classLoader());
        int done = unit.runSlice();
        if (done == Core.LOST) {
            return Core.LOST;
        }
        boolean inTime = !core.isHurried();
        if (!inTime || unit.slow != 0) {
            judge(unit, inTime);
        }
        core.recoverFromOverflow();
        return done;
    }

    private static void judge(Unit unit, boolean inTime) {
        if (inTime) {
            unit.slow--;
        } else {
            countAsSlow(unit);
        }
    }
}
