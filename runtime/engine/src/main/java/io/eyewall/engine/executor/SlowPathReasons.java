package io.eyewall.engine.executor;

import io.eyewall.engine.memory.HotPath;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The reasons for which emits and acks of a task take the slow path: an observer needs each tuple,
 * emits are traced, or calls of other threads wait for the core and must come first. As long as no
 * task of this process has ever had a reason, an emit makes only one check.
 */
public final class SlowPathReasons {
    private static final VarHandle REASONS;

    private static final int OBSERVED = 1;
    private static final int TRACED = 2;
    private static final int WAITING = 4;

    /**
     * Whether there has ever been a reason in this process. Not volatile, like {@link #reasons}: a
     * thread sees the write if it happened before the thread's read in the sense of Java's memory
     * model, and other threads need not see it yet.
     */
    private static boolean everUsed;

    static {
        try {
            REASONS =
                    MethodHandles.lookup()
                            .findVarHandle(SlowPathReasons.class, "reasons", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * {@link #OBSERVED}, {@link #TRACED}, and {@link #WAITING} times the number of waiting calls.
     */
    private int reasons;

    /** Returns whether any task of this process has ever had a reason. */
    @HotPath
    public static boolean wasEverUsed() {
        return everUsed;
    }

    /** Makes all emits check the reasons from now on. Any thread. */
    public static void markUsed() {
        everUsed = true;
    }

    /**
     * Returns whether the fast path may be taken, not considering {@link #mayBeTraced}. Owner
     * thread of the task's core only.
     */
    @HotPath
    public boolean allowFastPath() {
        return !everUsed || (reasons & ~TRACED) == 0;
    }

    /**
     * Returns whether the task's next emit may be traced; for a bolt, its next emit without an
     * anchor. Callers check this apart from {@link #allowFastPath}, and only while {@code
     * Tracing.isEnabled}; see decision 60. Owner thread of the task's core only.
     */
    @HotPath
    public boolean mayBeTraced() {
        return (reasons & TRACED) != 0;
    }

    /** Returns whether an observer needs each of the task's tuples. */
    @HotPath
    public boolean isObserved() {
        return everUsed && (reasons & OBSERVED) != 0;
    }

    /** Records that an observer needs each of the task's tuples. Any thread. */
    void setObserved() {
        everUsed = true;
        REASONS.getAndBitwiseOr(this, OBSERVED);
    }

    /** Records whether the task's next emit may be traced. Any thread. */
    public void setMayBeTraced(boolean mayBeTraced) {
        if (mayBeTraced) {
            everUsed = true;
            REASONS.getAndBitwiseOr(this, TRACED);
        } else {
            REASONS.getAndBitwiseAnd(this, ~TRACED);
        }
    }

    /**
     * Adds a waiting call. Any thread. After this has returned, in the sense of Java's memory
     * model, a thread sees the call in {@link #allowFastPath}.
     */
    void addWaiting() {
        everUsed = true;
        REASONS.getAndAdd(this, WAITING);
    }

    /** Removes a waiting call. Any thread. */
    void removeWaiting() {
        REASONS.getAndAdd(this, -WAITING);
    }

    /** Returns the number of waiting calls. Any thread. */
    int waitingCount() {
        return (int) REASONS.getVolatile(this) / WAITING;
    }
}
