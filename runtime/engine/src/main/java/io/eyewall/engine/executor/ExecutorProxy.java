package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;

/**
 * The handle through which threads other than the core's owner reach an executor. Each call becomes
 * a command, which the core runs between two slices; the commands of one thread run in their order.
 * No method blocks. The caller of a method that concerns a task must prevent the task from moving
 * during the call: see {@link ExecutorServices#taskMoveLock}.
 */
public class ExecutorProxy {
    private final Executor executor;

    public ExecutorProxy(Executor executor) {
        this.executor = executor;
    }

    /** Runs a command on the core of the executor. */
    public final void submit(Runnable command) {
        executor.core().submit(command);
    }

    // ---- life -------------------------------------------------------------------------------

    /** Opens or prepares all tasks. Called once. */
    public void open() {
        submit(executor.life()::onOpenOrdered);
    }

    /** Closes or cleans up all tasks as soon as none of their user code runs. */
    public void close() {
        submit(executor.life()::onCloseOrdered);
    }

    /**
     * Reports the executor closed although its user code has not returned.
     *
     * @param evenCleaningUp whether to do so even if the user code has returned and is in its
     *     clean-up
     */
    public void abandon(boolean evenCleaningUp) {
        submit(() -> executor.life().onAbandoned(evenCleaningUp));
    }

    /** Hands the topology's credentials to the tasks before they run next. */
    public void refreshCredentials() {
        submit(executor.life()::onNewCredentials);
    }

    /**
     * Calls user code of a task before its executor's next tuple; an exception fails the topology.
     *
     * @param call name of the call, for messages
     */
    public void call(Task task, String call, Runnable userCode) {
        submit(
                () ->
                        executor.addCallback(
                                () -> executor.userCode().guarded(task, call, userCode), () -> {}));
    }

    /** Ends a pause when the tasks have not been moved after all. */
    public void resume() {
        submit(() -> executor.pause(false));
    }

    // ---- back-pressure ----------------------------------------------------------------------

    /** Called when a receiver of the executor's tuples has become full, or has room again. */
    void onReceiverChanged(boolean full) {
        submit(() -> executor.onReceiverChanged(full));
    }

    /** Gives dedicated threads to all executors of the component, since their user code waits. */
    void giveThreads() {
        submit(() -> executor.backPressure().giveThreads(executor));
    }

    /** Gives the executor a dedicated thread. */
    void giveThread() {
        submit(() -> executor.userCode().requestThread());
    }

    /**
     * Gives the executor, and those that its component gets later, dedicated threads because their
     * user code stores something in its thread; unless the component is configured to share
     * threads.
     */
    public void giveThreadForState() {
        submit(
                () -> {
                    if (executor.settings().keepsThread()) {
                        executor.backPressure().giveThreadsToLaterExecutors();
                        executor.userCode().requestThread();
                    }
                });
    }

    /** Makes the executors of the component reachable through their mailboxes only, from now on. */
    void stopDirectCallsOfComponent() {
        submit(() -> executor.backPressure().stopDirectCalls());
    }

    /** Makes the executor reachable through its mailbox only, from now on. */
    void stopDirectCalls() {
        submit(() -> executor.setBlocked(Tasklet.WAITS_FOR_CALLERS, true));
    }

    /**
     * Makes the executor's tuples wait in its mailbox from now on, because its senders may hold a
     * resource that it waits for.
     */
    public void neverCallDirectly() {
        submit(executor::neverCallDirectly);
    }

    // ---- from the threads that run its user code --------------------------------------------

    /** Handles the return of a thread that lost the core in user code of the executor. */
    void onReturned(Runnable then) {
        submit(() -> executor.userCode().onBack(then));
    }

    /**
     * Handles the return of a thread that lost the core in user code of the executor, and that the
     * executor keeps for life.
     *
     * @param left description of the state that user code has left in the thread
     */
    final void onReturned(ThreadHost thread, String left, Runnable then) {
        submit(
                () -> {
                    executor.userCode().adoptThread(thread, left);
                    executor.userCode().onBack(then);
                });
    }

    /**
     * Handles the return of a thread that lost the core in user code of the executor, when an
     * inspected call has left state in it.
     */
    final void onReturned(FirstCalls.LeftState left, Runnable then) {
        submit(
                () -> {
                    executor.userCode().moveToNewThread(left);
                    executor.userCode().onBack(then);
                });
    }

    /** Runs an action on the core after the dedicated thread has done its part. */
    public void continueOnCore(Runnable then) {
        submit(then);
    }

    /** Called when the dedicated thread has room for tuples again. */
    void onRoomOnThread() {
        submit(executor::resume);
    }
}
