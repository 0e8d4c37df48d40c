package io.eyewall.nativetask;

import io.eyewall.nativetask.child.ChildStartException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Starts the successive processes of one task, and gives up after five in a row that did no work. A
 * failed attempt to start a process counts as a process that did no work. From the second on, a
 * pause of growing length precedes each attempt, because the usual causes (no memory, no processes)
 * are often transient. Called by the task's thread, which blocks meanwhile.
 */
final class ChildStarts<C> {
    private static final int MAX_FRUITLESS = 5;
    private static final long FIRST_PAUSE_MS = 50;

    private final String name;
    private final Logger log;
    private final Supplier<C> start;
    private final Sleeper sleeper;

    /** The number of consecutive processes that did no work. */
    private int fruitlessInARow;

    /** Waits for a time; tests replace it so that no time passes. */
    @FunctionalInterface
    interface Sleeper {
        void sleep(long durationMs) throws InterruptedException;
    }

    /**
     * @param name the task's name in messages
     * @param start starts a process; throws {@link ChildStartException}
     */
    ChildStarts(String name, Logger log, Supplier<C> start, Sleeper sleeper) {
        this.name = name;
        this.log = log;
        this.start = start;
        this.sleeper = sleeper;
    }

    /**
     * Starts the task's first process.
     *
     * @throws NativeTaskException immediately if further attempts cannot succeed, for example
     *     because the program does not exist; otherwise after five attempts
     */
    C startFirst() {
        try {
            return start.get();
        } catch (ChildStartException e) {
            if (!e.isTransient()) {
                throw new NativeTaskException(String.valueOf(e.getMessage()), e);
            }
            fruitlessInARow = 1;
            return retry(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Starts a process in place of one that has ended.
     *
     * @param reason why the previous process ended
     * @param didWork whether the previous process did any work
     * @throws NativeTaskException if five processes in a row did no work
     */
    C replace(String reason, boolean didWork) {
        fruitlessInARow = didWork ? 0 : fruitlessInARow + 1;
        return retry(reason, null);
    }

    /** Retries until a process starts or too many have failed. */
    private C retry(String firstReason, @Nullable ChildStartException firstCause) {
        String reason = firstReason;
        ChildStartException cause = firstCause;
        for (; ; ) {
            if (fruitlessInARow == MAX_FRUITLESS) {
                throw new NativeTaskException(
                        name
                                + ": "
                                + reason
                                + "; giving up after "
                                + MAX_FRUITLESS
                                + " processes in a row that did no work",
                        cause);
            }
            log.warn("{}: {}; starting a new process", name, reason);
            pauseAfterSeveral();
            try {
                return start.get();
            } catch (ChildStartException e) {
                fruitlessInARow++;
                reason = String.valueOf(e.getMessage());
                cause = e;
            }
        }
    }

    private void pauseAfterSeveral() {
        if (fruitlessInARow < 2) {
            return;
        }
        try {
            sleeper.sleep(FIRST_PAUSE_MS << (2 * (fruitlessInARow - 2))); // 50, 200, 800 ms
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NativeTaskException(name + ": interrupted before its process was started", e);
        }
    }
}
