package io.eyewall.engine.core;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import java.util.List;

/**
 * A unit of work that a core runs: an executor. Belongs to one core for life; all fields and
 * methods are for that core's owner thread unless their Javadoc says otherwise. Methods that the
 * watcher calls run on its thread.
 *
 * <p>{@link #blocked} holds the reasons why the tasklet can't be called directly now; 0 means that
 * it can. It is one number so that the hot path makes one check.
 */
public abstract class Tasklet extends Padded {
    /** The tasklet is on the owner thread's stack. */
    public static final int RUNNING = 1;

    /** Its mailbox is not empty: a direct call would overtake the tuples that wait there. */
    public static final int QUEUED = 2;

    /** A receiver of its tuples is full: it must not produce more. */
    public static final int CONGESTED = 4;

    /** It has not been opened yet, or it has been closed. */
    public static final int CLOSED = 8;

    /** Its user code is still running on a thread that lost this core. */
    public static final int AWAY = 16;

    /** Its user code has a thread of its own: it is a dedicated executor. */
    public static final int DEDICATED = 32;

    /** It must not run because its tasks are about to be moved. */
    public static final int PAUSED = 64;

    /** Its tuples always go into the mailbox: direct calls to it might nest too deep. */
    public static final int TOO_DEEP = 128;

    /** Its first calls must not be nested in a caller's: it is not known yet what it waits for. */
    public static final int UNPROVEN = 256;

    /** It has waited on a caller's stack for longer than a direct call is allowed to. */
    public static final int WAITS_FOR_CALLERS = 512;

    private int blocked = CLOSED;

    /** Whether it is in one of the core's run queues. */
    boolean ready;

    /**
     * Number of further slices that must end in time before the tasklet counts as quick; 0 if it
     * does. A new tasklet counts as slow, because it is not known how long its slices take.
     */
    int slicesUntilQuick = 1;

    @SuppressWarnings("NullAway.Init") // `assignTo` sets it before the engine uses the tasklet
    private Core core;

    private int number;

    /**
     * Returns the core that runs the tasklet; fixed by {@link #assignTo}. Its tasks may move, the
     * tasklet never does.
     */
    public final Core core() {
        return core;
    }

    /** Assigns the tasklet to a core; called once, before the engine uses the tasklet. */
    public final void assignTo(Core newCore) {
        this.core = newCore;
        this.number = newCore.add(this);
    }

    /** Returns the tasklet's number among all tasklets that its core has ever had, from 1. */
    public final int number() {
        return number;
    }

    /** Makes the tasklet's tuples always go into its mailbox: {@link #TOO_DEEP}. */
    public final void neverCallDirectly() {
        blocked |= TOO_DEEP;
    }

    /** Sets or clears a reason not to call the tasklet directly. */
    public final void setBlocked(int reason, boolean holds) {
        blocked = holds ? blocked | reason : blocked & ~reason;
    }

    /** Returns whether at least one of some reasons not to call the tasklet directly holds. */
    public final boolean isBlocked(int reasons) {
        return (blocked & reasons) != 0;
    }

    /** Returns whether the tasklet runs and no other reason forbids calling it. */
    @HotPath
    protected final boolean isOnlyRunning() {
        return blocked == RUNNING;
    }

    /**
     * Puts the tasklet on the owner thread's stack for a direct call, unless it is blocked; returns
     * whether it did.
     */
    @HotPath
    public final boolean startIfFree() {
        if (blocked != 0) {
            return false;
        }
        blocked = RUNNING;
        return true;
    }

    /** Returns whether {@link #UNPROVEN} is the only reason not to call the tasklet. */
    protected final boolean isOnlyUnproven() {
        return blocked == UNPROVEN;
    }

    /** Records that the tasklet is on the owner thread's stack. */
    public final void startRunning() {
        blocked |= RUNNING;
    }

    /** Records that the tasklet has left the stack of a thread that still owns the core. */
    @HotPath
    public final void stopRunning() {
        blocked &= ~RUNNING;
    }

    /**
     * Runs waiting work for one bounded slice. Called from the run queue; calls {@link
     * Core#makeReady} itself if more is left to do.
     *
     * @return work done, or {@link Core#LOST} if the calling thread lost the core meanwhile and
     *     must not touch it any more
     */
    protected abstract int runSlice();

    /**
     * Called when the watcher has taken the core from the thread that was running this tasklet. On
     * the watcher's thread, while the core has no owner.
     *
     * @param thread the thread that still runs the user code
     * @param offender whether this tasklet is the one that blocks, not one of its callers
     */
    protected void onAway(Thread thread, boolean offender) {
        blocked = (blocked & ~RUNNING) | AWAY;
    }

    /**
     * Called by the watcher when it has found the owner thread waiting in this tasklet's own code,
     * not in the code of a tasklet that this one has called.
     *
     * @param forNs the time that this observation stands for, in nanoseconds
     */
    protected abstract void onWaiting(long forNs);

    /**
     * Returns whether a thread that has lost the core is still in this tasklet's user code. Called
     * by the watcher.
     */
    protected abstract boolean isAwayOn(Thread thread);

    /**
     * Called when this tasklet was called directly and has been blocked since then for about a
     * second: it may wait for one of its callers. Called by the watcher.
     *
     * @param callers the tasklets whose code continues when it returns
     * @param stack the current stack of its thread
     */
    protected abstract void onLongNestedCall(List<Tasklet> callers, StackTraceElement[] stack);

    /**
     * Returns how long a nested call may take before it is interrupted, in nanoseconds. Called by
     * the watcher.
     */
    protected abstract long longestNestedCallNs();

    /**
     * Called when this tasklet has called another one whose call was interrupted, and has waited
     * since for about a second: maybe for something that the interrupted call can't do any more.
     * Its own call is interrupted next. Called by the watcher.
     *
     * @param interrupted the tasklet whose call was interrupted
     * @param stack the current stack of its thread
     */
    protected abstract void onWaitForInterrupted(Tasklet interrupted, StackTraceElement[] stack);

    /**
     * Called when a tasklet that this one has called on a thread is about to be interrupted. Called
     * by the watcher.
     */
    protected abstract void onInterruptNearby(Thread thread);

    /**
     * Interrupts the tasklet's current call. Called by the watcher.
     *
     * @param thread the thread that the call runs on
     * @param callers the tasklets whose code continues when the call returns
     * @param elapsedNs how long the call has lasted
     */
    protected abstract void interruptCall(Thread thread, List<Tasklet> callers, long elapsedNs);

    /**
     * Called when user code ran out of stack inside the engine and caught the error, so that the
     * engine can't know what was left undone. On the core, when nothing is on the stack any more.
     */
    protected abstract void onOverflow(StackOverflowError thrown);

    /**
     * Returns the class loader of its user code, which is the context class loader while that code
     * runs.
     */
    protected abstract ClassLoader classLoader();

    /** Returns component and task, for messages. */
    @Override
    public abstract String toString();
}
