package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.routing.Route;
import java.util.List;

/**
 * An executor as threads other than its core's see it: each call becomes a command, which the core
 * carries out between two turns, those of one thread in their order. None of them waits. Tasks must
 * not move meanwhile, where a call concerns one: see {@link ExecutorServices#whileTasksStay}.
 */
public class ExecutorProxy {
    private final Executor executor;

    ExecutorProxy(Executor executor) {
        this.executor = executor;
    }

    final void submit(Runnable command) {
        executor.core().submit(command);
    }

    // ---- life -------------------------------------------------------------------------------

    /** Opens or prepares all tasks. Once. */
    public void open() {
        submit(executor.life()::onOpenWanted);
    }

    /** Closes or cleans up all tasks as soon as no user code of theirs runs. */
    public void close() {
        submit(executor.life()::onCloseWanted);
    }

    /**
     * Gives up on user code that does not come back: reports the executor closed.
     *
     * @param evenCleaningUp also if it has come back and is in its cleanup
     */
    public void abandon(boolean evenCleaningUp) {
        submit(() -> executor.life().onAbandoned(evenCleaningUp));
    }

    /** Hands the topology's credentials to the tasks before they run next. */
    public void refreshCredentials() {
        submit(executor.life()::onNewCredentials);
    }

    /**
     * Calls user code of a task before its executor's next tuple; what it throws fails the
     * topology.
     *
     * @param call what is being called, for messages
     */
    public void call(Task task, String call, Runnable userCode) {
        submit(
                () ->
                        executor.addChore(
                                () -> executor.userCode().guarded(task, call, userCode), () -> {}));
    }

    /** Sends a tuple of the executor's that belongs to no message, through mailboxes. */
    void deliver(Route route, List<Object> values, Endpoint[] targets) {
        submit(
                () ->
                        Delivery.deliverAll(
                                executor.core(), route.source(), values, targets, null, null));
    }

    /** Ends a pause: its tasks have not been moved after all. */
    public void goOn() {
        submit(() -> executor.pause(false));
    }

    // ---- back-pressure ----------------------------------------------------------------------

    /** A receiver of its tuples has become full, or has room again. */
    void receiverChanged(boolean full) {
        submit(() -> executor.onReceiver(full));
    }

    /** It and the others of its component get threads of their own, since their code waits. */
    void getThreads() {
        submit(() -> executor.backPressure().getThreads(executor));
    }

    /** It gets a thread of its own. */
    void getThread() {
        submit(() -> executor.userCode().wantThread());
    }

    /** Its component is reached through mailboxes only, from now on. */
    void stopDirectCallsOfComponent() {
        submit(() -> executor.backPressure().stopDirectCalls());
    }

    /** It is reached through its mailbox only, from now on. */
    void stopDirectCalls() {
        submit(() -> executor.setBlocked(Tasklet.WAITS_FOR_CALLERS, true));
    }

    /** Its tuples always wait, from now on: its senders may hold what it waits for. */
    public void neverCallDirectly() {
        submit(executor::neverCallDirectly);
    }

    // ---- from the threads that run its user code --------------------------------------------

    /** A thread that lost the core in user code of the executor is back. */
    void cameBack(Runnable then) {
        submit(() -> executor.userCode().onBack(then));
    }

    /**
     * A thread that lost the core in user code of the executor is back, and stays its own for life.
     *
     * @param left what its user code has left in it
     */
    final void cameBack(ThreadHost thread, String left, Runnable then) {
        submit(
                () -> {
                    executor.userCode().keep(thread, left);
                    executor.userCode().onBack(then);
                });
    }

    /** A thread that lost the core in user code of the executor, which left something, is back. */
    final void cameBack(FirstCalls.Left left, Runnable then) {
        submit(
                () -> {
                    executor.userCode().moveTo(left);
                    executor.userCode().onBack(then);
                });
    }

    /** Its own thread has done what it was asked. */
    void thenOnCore(Runnable then) {
        submit(then);
    }

    /** Its own thread has room again for tuples. */
    void roomOnThread() {
        submit(executor::resume);
    }
}
