package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.util.List;

/**
 * What a core runs: an executor. Belongs to one core at a time; all fields and methods are for that
 * core's driving thread, unless they say otherwise.
 *
 * <p>{@link #blocked} says why the tasklet can't be called directly right now; 0 means that it can.
 * It is one number so that the hot path asks one question.
 */
public abstract class Tasklet extends Padded {
    /** It is on the driving thread's stack. */
    public static final int RUNNING = 1;

    /** Its mailbox is not empty: a direct call would overtake what waits there. */
    public static final int QUEUED = 2;

    /** A receiver of its tuples is full: it must not produce more. */
    public static final int CONGESTED = 4;

    /** Not opened yet, or closed. */
    public static final int CLOSED = 8;

    /** Its user code is still running on a thread that lost this core. */
    public static final int AWAY = 16;

    /** Its user code has a thread of its own. */
    public static final int DEDICATED = 32;

    /** It is not to run while its tasks are about to be moved. */
    public static final int PAUSED = 64;

    /** Its tuples always wait: were it called directly, calls might nest too deep. */
    public static final int TOO_DEEP = 128;

    /** Its first calls are on nobody else's stack: nothing is known yet of what it waits for. */
    public static final int UNPROVEN = 256;

    /** It has waited, on the stack of a caller, for longer than a direct call may. */
    public static final int WAITS_FOR_CALLERS = 512;

    private int blocked = CLOSED;

    /** Whether it is in one of the core's ready queues. */
    boolean ready;

    /**
     * How many slices must end in time before it waits among the quick ones again. A tasklet begins
     * slow: nothing is known of it.
     */
    int slow = 1;

    @SuppressWarnings("NullAway.Init") // `assignTo` sets it before the engine uses the tasklet
    private Core core;

    private int number;

    /** The core that runs it; fixed by {@link #assignTo}. Its tasks may move, it never does. */
    public final Core core() {
        return core;
    }

    /** Says which core runs the tasklet; once, before the engine uses it. */
    public final void assignTo(Core on) {
        this.core = on;
        this.number = on.adopt(this);
    }

    /** Its number among the tasklets that its core has ever had, from 1. */
    public final int number() {
        return number;
    }

    /** From now on its tuples always wait: {@link #TOO_DEEP}. */
    public final void neverCallDirectly() {
        blocked |= TOO_DEEP;
    }

    /** Something speaks against calling it directly, or does no more. */
    public final void setBlocked(int reason, boolean now) {
        blocked = now ? blocked | reason : blocked & ~reason;
    }

    /** Whether one of these speaks against calling it directly. */
    public final boolean isBlocked(int reasons) {
        return (blocked & reasons) != 0;
    }

    /** Whether it runs and nothing else speaks against calling it. hot path. */
    protected final boolean isJustRunning() {
        return blocked == RUNNING;
    }

    /** It goes on the driving thread's stack, called directly, if it is free. hot path. */
    public final boolean startIfFree() {
        if (blocked != 0) {
            return false;
        }
        blocked = RUNNING;
        return true;
    }

    /** Whether nothing but {@link #UNPROVEN} speaks against calling it. */
    protected final boolean isJustUnproven() {
        return blocked == UNPROVEN;
    }

    /** It goes on the driving thread's stack. */
    public final void startRunning() {
        blocked |= RUNNING;
    }

    /** It leaves the stack, and the thread still drives the core. hot path. */
    public final void stopRunning() {
        blocked &= ~RUNNING;
    }

    /**
     * Runs what waits, for a bounded slice. Called from the ready queue; calls {@link
     * Core#makeReady} itself if there is more to do.
     *
     * @return tasklets of work done, or {@link Core#LOST} if the calling thread lost the core
     *     meanwhile and must not touch it any more
     */
    protected abstract int runSlice();

    /**
     * The watcher took the core from the thread that was running this tasklet. Called on the
     * watcher's thread while nobody drives the core.
     *
     * @param thread runs the user code still
     * @param offender whether this tasklet is the one that blocks, not a caller further up
     */
    protected void onAway(Thread thread, boolean offender) {
        blocked = (blocked & ~RUNNING) | AWAY;
    }

    /**
     * The watcher has found the driving thread waiting in this tasklet's code, and not in that of
     * one that it had called. The watcher.
     *
     * @param forNs for how much time that stands, in nanoseconds
     */
    protected abstract void onWaiting(long forNs);

    /** Whether that thread, which has lost the core, is still in its user code. The watcher. */
    protected abstract boolean isAwayOn(Thread thread);

    /**
     * It was called directly, and has blocked since for about a second: it may wait for one of its
     * callers. The watcher.
     *
     * @param callers whose code continues when it returns
     * @param stack where its thread is
     */
    protected abstract void onLongNestedCall(List<Tasklet> callers, StackTraceElement[] stack);

    /** How long such a call may take before it is interrupted, in nanoseconds. The watcher. */
    protected abstract long longestNestedCallNs();

    /**
     * It has called another one whose call was interrupted, and has waited since for about a
     * second: maybe for what that one can't do any more. Its own call is interrupted next. The
     * watcher.
     *
     * @param interrupted whose call that was
     * @param stack where its thread is
     */
    protected abstract void onWaitForInterrupted(Tasklet interrupted, StackTraceElement[] stack);

    /** Somebody whom it has called on that thread is about to be interrupted. The watcher. */
    protected abstract void onInterruptNearby(Thread thread);

    /**
     * Interrupts its call. The watcher.
     *
     * @param callers whose code continues when it returns
     * @param elapsedNs how long it has lasted
     */
    protected abstract void interruptCall(Thread thread, List<Tasklet> callers, long elapsedNs);

    /**
     * User code ran out of stack while the engine worked on it, and caught the error: the engine
     * can't tell what was left undone. On the core, when nothing is on the stack any more.
     */
    protected abstract void onOverflow(StackOverflowError thrown);

    /** The class loader of its user code: the context class loader while that runs. */
    protected abstract ClassLoader classLoader();

    /** For messages: component and task. */
    @Override
    public abstract String toString();
}
