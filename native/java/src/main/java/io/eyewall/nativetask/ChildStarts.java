package io.eyewall.nativetask;

import io.eyewall.nativetask.child.ChildStartException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Starts the processes of one task, one after the other, and gives up after five in a row that did
 * no work. An attempt that fails counts as such a process. After the second, a pause precedes each
 * attempt, longer each time, since what processes end for (no memory, no processes) often passes.
 * Only the task's thread calls, and waits meanwhile.
 */
final class ChildStarts<C> {
    private static final int MOST_FRUITLESS = 5;
    private static final long FIRST_PAUSE_MS = 50;

    private final String name;
    private final Logger log;
    private final Supplier<C> start;
    private final Pause pause;

    private int fruitless;

    /** How to wait; a test's takes no time. */
    @FunctionalInterface
    interface Pause {
        void of(long durationMs) throws InterruptedException;
    }

    /**
     * @param name of the task, for messages
     * @param start starts a process; throws {@link ChildStartException}
     */
    ChildStarts(String name, Logger log, Supplier<C> start, Pause pause) {
        this.name = name;
        this.log = log;
        this.start = start;
        this.pause = pause;
    }

    /**
     * Starts the task's first process.
     *
     * @throws NativeTaskException at once if another attempt would fail as well, as without the
     *     program; else after five attempts
     */
    C first() {
        try {
            return start.get();
        } catch (ChildStartException e) {
            if (!e.isPassing()) {
                throw new NativeTaskException(String.valueOf(e.getMessage()), e);
            }
            fruitless = 1;
            return after(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Starts a process in place of one that has ended.
     *
     * @param why the one before ended
     * @param didWork whether it did any
     * @throws NativeTaskException if too many in a row did none
     */
    C next(String why, boolean didWork) {
        fruitless = didWork ? 0 : fruitless + 1;
        return after(why, null);
    }

    /** Tries until a process starts; the one before has come to nothing. */
    private C after(String end, @Nullable ChildStartException failure) {
        String why = end;
        ChildStartException last = failure;
        for (; ; ) {
            if (fruitless == MOST_FRUITLESS) {
                throw new NativeTaskException(
                        name
                                + ": "
                                + why
                                + "; it is the last of "
                                + MOST_FRUITLESS
                                + " in a row without any work done",
                        last);
            }
            log.warn("{}: {}; a new one is started", name, why);
            pauseAfterSeveral();
            try {
                return start.get();
            } catch (ChildStartException e) {
                fruitless++;
                why = String.valueOf(e.getMessage());
                last = e;
            }
        }
    }

    private void pauseAfterSeveral() {
        if (fruitless < 2) {
            return;
        }
        try {
            pause.of(FIRST_PAUSE_MS << (2 * (fruitless - 2))); // 50, 200, 800
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NativeTaskException(name + ": interrupted before its process was started", e);
        }
    }
}
