package io.eyewall.engine.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Why the emits and acks of a task don't go the short way: somebody watches it, what it emits is
 * traced, or calls of other threads wait for its core, which come first. As long as nothing of that
 * has ever happened in this process, it costs nothing to ask.
 */
final class Detour {
    private static final Fixed<Boolean> ANY = Fixed.create();
    private static final VarHandle REASONS;
    private static final int WATCHED = 1;
    private static final int TRACED = 2;
    private static final int WAITING = 4;

    static {
        ANY.set(false);
        try {
            REASONS = MethodHandles.lookup().findVarHandle(Detour.class, "reasons", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@link #WATCHED}, {@link #TRACED}, and {@link #WAITING} times the calls that wait. */
    @SuppressWarnings("unused") // through REASONS
    private int reasons;

    /**
     * Whether the short way may be gone but for {@link #isTraced}. The task's core's thread. hot
     * path.
     */
    boolean isNone() {
        return !ANY.get() || ((int) REASONS.getOpaque(this) & ~TRACED) == 0;
    }

    /**
     * Whether what the task emits next may be traced, for a bolt: without an anchor. Asked for
     * itself, where {@link Tracing#isUsed}: see decision 60. The task's core's thread. hot path.
     */
    boolean isTraced() {
        return ANY.get() && ((int) REASONS.getOpaque(this) & TRACED) != 0;
    }

    /** Whether somebody wants to see each of the task's tuples. hot path. */
    boolean isWatched() {
        return ANY.get() && ((int) REASONS.getOpaque(this) & WATCHED) != 0;
    }

    /** Somebody wants to see each of the task's tuples. Any thread. */
    void watch() {
        atLeastOne();
        REASONS.getAndBitwiseOr(this, WATCHED);
    }

    /** What the task emits next may be traced, or need not be any more. Any thread. */
    void trace(boolean now) {
        if (now) {
            atLeastOne();
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
        atLeastOne();
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

    private static void atLeastOne() {
        if (!ANY.get()) {
            synchronized (ANY) {
                if (!ANY.get()) {
                    ANY.set(true);
                }
            }
        }
    }
}
