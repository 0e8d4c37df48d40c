package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.hooks.ITaskHook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of an executor, and its transitions from one {@link LifeState} to the next. The state
 * decides whether the executor may be called directly: it is blocked as {@link Tasklet#CLOSED} in
 * every state but {@link LifeState#OPEN}. Owner thread of the executor's core only; any thread may
 * read the state.
 */
public final class LifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(LifeCycle.class);

    private final Executor executor;
    private volatile LifeState state = LifeState.NEW;

    /** Whether user code has thrown; if so, it is not called again except to close the tasks. */
    private volatile boolean broken;

    /**
     * Whether the executor was ordered to open. A slice for another reason, such as a tuple, opens
     * nothing.
     */
    private boolean openOrdered;

    /** Whether the tasks have been opened or prepared, and so must be closed. */
    private volatile boolean tasksOpened;

    private volatile boolean cleaningUp;

    /**
     * Prevents an interrupt between the check for a running clean-up and the start of the clean-up.
     */
    private final Object cleanUpLock = new Object();

    private long openedNs;

    public LifeCycle(Executor executor) {
        this.executor = executor;
    }

    // ---- any thread -------------------------------------------------------------------------

    LifeState state() {
        return state;
    }

    boolean is(LifeState expected) {
        return state == expected;
    }

    /** Returns whether user code may be called for tuples and messages. */
    public boolean isUsable() {
        return state == LifeState.OPEN && !broken;
    }

    /**
     * Returns when the tasks were opened, by the engine's clock; 0 if they have not been opened
     * yet. The value may be slightly stale.
     */
    long openedNs() {
        return openedNs;
    }

    /**
     * Returns whether an interrupt may come from the engine, which wants to end user code, rather
     * than from user code itself.
     */
    boolean isInterrupting() {
        return !state.acceptsTuples() && !cleaningUp;
    }

    /** Records that user code threw. */
    void markBroken() {
        broken = true;
    }

    /** Runs an action that interrupts user code, unless the user code is in its clean-up. */
    void interruptUnlessCleaningUp(Runnable interrupt) {
        synchronized (cleanUpLock) {
            if (!cleaningUp) {
                interrupt.run();
            }
        }
    }

    // ---- the executor's core ----------------------------------------------------------------

    /**
     * Changes the state, and with it whether the executor is blocked. No other method changes the
     * state.
     */
    private void changeTo(LifeState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(
                    "executor " + executor + " cannot change from " + state + " to " + next);
        }
        state = next;
        executor.setBlocked(Tasklet.CLOSED, next != LifeState.OPEN);
    }

    void onOpenOrdered() {
        if (state == LifeState.NEW) {
            openOrdered = true;
            if (executor.settings().dedicated()) {
                executor.userCode().makeDedicated();
            }
            executor.core().makeReady(executor);
        }
    }

    /** Runs a slice of an executor that is not open; returns as {@link Host#runSlice} does. */
    int runSlice() {
        return switch (state) {
            case NEW -> openOrdered ? beginOpening() : 0;
            case CLOSING -> executor.userCode().call(this::closeTasks, this::finishClosing);
            case OPENING, OPEN, CLOSED -> 0;
        };
    }

    private int beginOpening() {
        changeTo(LifeState.OPENING);
        return executor.userCode().open(this::openTasks, this::finishOpening);
    }

    private void openTasks() {
        for (Task task : executor.tasks()) {
            executor.topology.onOpening(executor, task);
            handCredentials(task);
            executor.userCode().guarded(task, "open", () -> executor.openTask(task));
        }
        tasksOpened = true; // set on the opening thread, since its next call may be closeTasks
        executor.topology.onPrepared(executor);
    }

    private void finishOpening() {
        if (state == LifeState.OPENING) { // not closed in the meantime
            openedNs = executor.core().clock().nanoTime();
            startRunning();
            executor.topology.onOpened(executor);
            executor.resume();
        }
    }

    private void startRunning() {
        changeTo(LifeState.OPEN);
        executor.taskGroup().allTasksOpen().set(true);
        executor.onOpen();
    }

    /** Hands the topology's new credentials to the tasks. */
    void onNewCredentials() {
        executor.addCallback(() -> executor.tasks().forEach(this::handCredentials), () -> {});
    }

    private void handCredentials(Task task) {
        if (task.object() instanceof ICredentialsListener listener) {
            Runnable callListener = () -> listener.setCredentials(executor.topology.credentials());
            executor.userCode().guarded(task, "setCredentials", callListener);
        }
    }

    void onCloseOrdered() {
        if (state.acceptsTuples()) { // otherwise it is already closing
            changeTo(LifeState.CLOSING);
            executor.onClosing();
            executor.core().makeReady(executor);
        }
    }

    private void closeTasks() {
        synchronized (cleanUpLock) {
            cleaningUp = true;
            Thread.interrupted(); // the interrupt was meant for the user code that has returned
        }
        for (Task task : executor.tasks()) {
            for (ITaskHook hook : task.context().getHooks()) {
                executor.userCode().guarded(task, "hook cleanup", hook::cleanup);
            }
        }
        if (tasksOpened) {
            for (Task task : executor.tasks()) {
                executor.userCode().guarded(task, "cleanup", () -> executor.closeTask(task));
            }
        }
    }

    private void finishClosing() {
        if (state != LifeState.CLOSED) {
            changeTo(LifeState.CLOSED);
            executor.userCode().stop();
            executor.topology.onClosed(executor);
        }
    }

    void onAbandoned(boolean evenCleaningUp) {
        if (state != LifeState.CLOSED && (evenCleaningUp || !cleaningUp)) {
            LOG.warn(
                    "executor {} is still in user code; closing the topology without"
                            + " waiting for it",
                    executor);
            finishClosing();
        }
    }

    // ---- while all cores stand still --------------------------------------------------------

    /** Ends the executor without closing its tasks, which other executors take over. */
    void giveUpTasks() {
        changeTo(LifeState.CLOSED);
    }

    /** Takes over the state of an executor that has given up its tasks to this one. */
    void takeOver(LifeCycle other) {
        openOrdered |= other.openOrdered;
        tasksOpened |= other.tasksOpened;
        broken |= other.broken;
        openedNs = other.openedNs;
    }

    /** Starts the executor if the tasks that it has taken over are open. */
    void startIfTasksOpen() {
        if (tasksOpened) {
            startRunning();
            executor.resume();
        }
    }
}
