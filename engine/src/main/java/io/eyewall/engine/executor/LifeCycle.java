package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.hooks.ITaskHook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far an executor has come, and the steps from one {@link LifeState} to the next. Whether the
 * executor may be called follows from the state: it is held as not open in all states but {@link
 * LifeState#OPEN}. For the executor's core; any thread may ask for the state.
 */
final class LifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(LifeCycle.class);

    private final Executor executor;
    private volatile LifeState state = LifeState.NEW;

    /** Whether user code has thrown: it is not called again but to be closed. */
    private volatile boolean broken;

    /** Whether it was told to open: a turn for another reason, such as a tuple, opens nothing. */
    private boolean openWanted;

    /** Whether its tasks have been opened or prepared, so that they want to be closed. */
    private volatile boolean tasksOpened;

    private volatile boolean cleaningUp;

    /** So that no interrupt comes between the question whether it cleans up and the cleaning up. */
    private final Object cleanUpLock = new Object();

    private long openedNs;

    LifeCycle(Executor executor) {
        this.executor = executor;
    }

    // ---- any thread -------------------------------------------------------------------------

    LifeState state() {
        return state;
    }

    boolean is(LifeState asked) {
        return state == asked;
    }

    /** Whether user code may be called for tuples and messages. */
    boolean isUsable() {
        return state == LifeState.OPEN && !broken;
    }

    /** When its tasks were opened, by the engine's clock; 0 if not yet. May be a moment old. */
    long openedNs() {
        return openedNs;
    }

    /**
     * Whether an interrupt may come that is to end user code, rather than from user code itself.
     */
    boolean isInterrupting() {
        return !state.takesTuples() && !cleaningUp;
    }

    /** User code threw. */
    void breakDown() {
        broken = true;
    }

    /** Runs what interrupts user code, unless that is in its clean-up. */
    void unlessCleaningUp(Runnable interrupt) {
        synchronized (cleanUpLock) {
            if (!cleaningUp) {
                interrupt.run();
            }
        }
    }

    // ---- the executor's core ----------------------------------------------------------------

    /** The one place where the state changes: what the executor is held for follows from it. */
    private void become(LifeState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(executor + " can't be " + next + " after " + state);
        }
        state = next;
        executor.setBlocked(Tasklet.CLOSED, next != LifeState.OPEN);
    }

    void onOpenWanted() {
        if (state == LifeState.NEW) {
            openWanted = true;
            if (executor.settings().dedicated()) {
                executor.userCode().separate();
            }
            executor.core().makeReady(executor);
        }
    }

    /** The turn of an executor that is not open; as {@link Host#turn}. */
    int turn() {
        return switch (state) {
            case NEW -> openWanted ? beginOpening() : 0;
            case CLOSING -> executor.userCode().call(this::closeAll, this::closed);
            case OPENING, OPEN, CLOSED -> 0;
        };
    }

    private int beginOpening() {
        become(LifeState.OPENING);
        return executor.userCode().open(this::openAll, this::opened);
    }

    private void openAll() {
        for (Task task : executor.tasks()) {
            executor.topology.onOpening(executor, task);
            handCredentials(task);
            executor.userCode().guarded(task, "open", () -> executor.openTask(task));
        }
        tasksOpened = true; // on the thread that opens: its next call may be closeAll
        executor.topology.onPrepared(executor);
    }

    private void opened() {
        if (state == LifeState.OPENING) { // not closed meanwhile
            openedNs = executor.core().clock().nanoTime();
            begin();
            executor.topology.onOpened(executor);
            executor.resume();
        }
    }

    private void begin() {
        become(LifeState.OPEN);
        executor.taskGroup().openCalled().set(true);
        executor.onOpen();
    }

    /** The topology has new credentials. */
    void onNewCredentials() {
        executor.addChore(() -> executor.tasks().forEach(this::handCredentials), () -> {});
    }

    private void handCredentials(Task task) {
        if (task.object() instanceof ICredentialsListener listener) {
            Runnable hand = () -> listener.setCredentials(executor.topology.credentials());
            executor.userCode().guarded(task, "setCredentials", hand);
        }
    }

    void onCloseWanted() {
        if (state.takesTuples()) { // else it is closing already
            become(LifeState.CLOSING);
            executor.onClosing();
            executor.core().makeReady(executor);
        }
    }

    private void closeAll() {
        synchronized (cleanUpLock) {
            cleaningUp = true;
            Thread.interrupted(); // was meant for the user code that has come back
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

    private void closed() {
        if (state != LifeState.CLOSED) {
            become(LifeState.CLOSED);
            executor.userCode().stop();
            executor.topology.onClosed(executor);
        }
    }

    void onAbandoned(boolean evenCleaningUp) {
        if (state != LifeState.CLOSED && (evenCleaningUp || !cleaningUp)) {
            LOG.warn("{} is still in user code; left alone", executor);
            closed();
        }
    }

    // ---- while all cores stand still --------------------------------------------------------

    /** Ends without closing the tasks, which others take over. */
    void giveUp() {
        become(LifeState.CLOSED);
    }

    /** Goes on with tasks of another, which has given them up. */
    void takeOver(LifeCycle other) {
        openWanted |= other.openWanted;
        tasksOpened |= other.tasksOpened;
        broken |= other.broken;
        openedNs = other.openedNs;
    }

    /** Begins to run if the tasks that were taken over are open. */
    void beginWithTasksTakenOver() {
        if (tasksOpened) {
            begin();
            executor.resume();
        }
    }
}
