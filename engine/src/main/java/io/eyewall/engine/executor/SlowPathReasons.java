package io.eyewall.engine.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Why the emits and acks of a task don't go the short way: somebody watches it, what it emits is
 * traced, or calls of other threads wait for its core, which come first. As long as nothing of that
 * has ever happened in this process, an emit asks one question.
 */
final class SlowPathReasons {
    private static final VarHandle REASONS;

    private static final int WATCHED = 1;
    private static final int TRACED = 2;
    private static final int WAITING = 4;

    /**
     * Whether there has ever been any in this process. As {@link #reasons} not volatile: whoever
     * knows that it was set sees it, and nobody else has to.
     */
    private static boolean any;

    static {
        try {
            REASONS =
                    MethodHandles.lookup()
                            .findVarHandle(SlowPathReasons.class, "reasons", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@link #WATCHED}, {@link #TRACED}, and {@link #WAITING} times the calls that wait. */
    private int reasons;

    /** Whether any task of this process has ever had a reason. hot path. */
    static boolean isAny() {
        return any;
    }

    /** From now on all are to ask. Any thread. */
    static void use() {
        any = true;
    }

    /**
     * Whether the short way may be gone but for {@link #isTraced}. The task's core's thread. hot
     * path.
     */
    boolean isNone() {
        return !any || (reasons & ~TRACED) == 0;
    }

    /**
     * Whether what the task emits next may be traced, for a bolt: without an anchor. Asked for
     * itself, where {@link Tracing#isUsed}: see decision 60. The task's core's thread. hot path.
     */
    boolean isTraced() {
        return (reasons & TRACED) != 0;
    }

    /** Whether somebody wants to see each of the task's tuples. hot path. */
    boolean isWatched() {
        return any && (reasons & WATCHED) != 0;
    }

    /** Somebody wants to see each of the task's tuples. Any thread. */
    void watch() {
        any = true;
        REASONS.getAndBitwiseOr(this, WATCHED);
    }

    /** What the task emits next may be traced, or need not be any more. Any thread. */
    void trace(boolean now) {
        if (now) {
            any = true;
            REASONS.getAndBitwiseOr(this, TRACED);
        } else {
            REASONS.getAndBitwiseAnd(this, ~TRACED);
        }
    }

    /**
     * One more call waits. Any thread; whoever knows that this has returned sees it in {@link
     * #isNone}.
     */
    void addWaiting() {
        any = true;
        REASONS.getAndAdd(this, WAITING);
    }

    /** One of the calls waits no more. Any thread. */
    void removeWaiting() {
        REASONS.getAndAdd(this, -WAITING);
    }

    /** Calls that wait. Any thread. */
    int waiting() {
        return (int) REASONS.getVolatile(this) / WAITING;
    }
}
