package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.thread.ThreadState;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an executor's user code: chooses the thread that runs it, handles what it throws, and
 * handles threads that lose their core in it. Owner thread of the executor's core only, unless a
 * method states otherwise.
 */
public final class UserCode {
    private static final Logger LOG = LoggerFactory.getLogger(UserCode.class);

    private final Executor executor;
    private final CallMeter callMeter = new CallMeter();
    private final BlockingHistory blockingHistory;
    private final CoreHost coreHost;

    /**
     * When the watcher took the core from the thread in user code, or 0. Written by the watcher and
     * the owner thread.
     */
    private volatile long awaySinceNs;

    private final FirstCalls firstCalls = new FirstCalls(this);
    private final Interruption interruption;
    private volatile Host host;

    /**
     * Number of tuples executed when the user code was last found waiting. For the watcher only.
     */
    private long executedWhenWaiting;

    private boolean threadRequested;

    /**
     * Whether the host's thread still belongs to this executor, rather than to one that has
     * inherited it.
     */
    private boolean ownsThread = true;

    /**
     * @param blockingOffences number of calls longer than the blocking threshold after which the
     *     executor gets a dedicated thread
     */
    public UserCode(Executor executor, int blockingOffences) {
        this.executor = executor;
        blockingHistory = new BlockingHistory(blockingOffences);
        this.coreHost = new CoreHost(executor);
        this.interruption = new Interruption(executor);
        this.host = coreHost;
    }

    /** Returns the host that runs the user code. Any thread. */
    public Host host() {
        return host;
    }

    /** Returns whether the user code has a dedicated thread. Any thread. */
    boolean isDedicated() {
        return host != coreHost;
    }

    /** Returns the object that inspects the first calls. */
    public FirstCalls firstCalls() {
        return firstCalls;
    }

    /** Returns the object that measures how long calls take. */
    public CallMeter callMeter() {
        return callMeter;
    }

    /** Calls user code as {@link Host#call} does. */
    int call(Runnable userCode, Runnable then) {
        return host.call(userCode, then);
    }

    /**
     * Calls user code that opens or prepares tasks, as {@link Host#call} does, except that the
     * executor keeps the thread if the code leaves state in it.
     */
    int open(Runnable userCode, Runnable then) {
        return mayKeepThread() ? coreHost.open(userCode, then) : host.call(userCode, then);
    }

    /**
     * Returns whether no call that began on the core's owner thread is still running, on that
     * thread or on one that has lost the core meanwhile.
     */
    boolean hasReturnedToCore() {
        return coreHost.isIdle();
    }

    /** Returns whether no work of the executor waits or runs outside the mailbox. Any thread. */
    boolean isIdle() {
        return host.isIdle() && coreHost.isIdle();
    }

    /**
     * Returns whether none of the user code runs on any thread, while the executor is paused. While
     * all cores stand still.
     */
    boolean isQuiescent() {
        return host.isQuiescent() && coreHost.isQuiescent();
    }

    /** Interrupts user code that keeps the executor from being closed. Any thread. */
    void interrupt() {
        coreHost.interrupt();
        if (isDedicated()) {
            host.interrupt();
        }
    }

    /**
     * Stops the hosts after their current work; a thread that returns from user code later ends,
     * too.
     */
    void stop() {
        host.stop();
        coreHost.stop();
    }

    /** Adds to {@code threads} those that run the user code without owning a core. Any thread. */
    void addThreadsInUserCode(List<Thread> threads) {
        Thread lostCore = coreHost.threadInUserCode();
        if (lostCore != null) {
            threads.add(lostCore);
        }
        Thread dedicated = isDedicated() ? host.threadInUserCode() : null;
        if (dedicated != null) {
            threads.add(dedicated);
        }
    }

    /** Returns whether a thread that owns no core runs the user code. Any thread. */
    public boolean runsOnOtherThread() {
        return coreHost.threadInUserCode() != null
                || (isDedicated() && host.threadInUserCode() != null);
    }

    // ---- exceptions -------------------------------------------------------------------------

    /** Runs code of a task; an exception fails the topology. Any thread. */
    public void guarded(Task task, String call, Runnable code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            handleThrown(task, call, thrown);
        }
        if (!executor.life().isInterrupting()) {
            Thread.interrupted(); // an interrupt flag that a call leaves ends with the call
        }
    }

    private void handleThrown(Task task, String call, Throwable thrown) {
        if (interruption.isCauseOf(thrown)) {
            LOG.info("executor {}: the engine interrupted its {} call", executor, call, thrown);
            return;
        }
        executor.life().markBroken();
        if (!executor.topology.hasFailed()) {
            String componentId = executor.component().componentId();
            executor.topology.fail(componentId, task.taskId(), call, thrown);
        }
    }

    /**
     * Handles an exception that user code threw on the core's owner thread. The user code is not
     * called again before it is closed.
     *
     * @return whether the calling thread still owns the core
     */
    public boolean onThrownOnCore(
            Task task, String call, Throwable thrown, Core core, CoreOwner owner) {
        handleThrown(task, call, thrown);
        if (!owner.toEngine(core)) {
            return onCoreLost();
        }
        owner.clearInterrupt();
        executor.setBlocked(Tasklet.CLOSED, true);
        return true;
    }

    // ---- nested calls that do not return ----------------------------------------------------

    boolean isAwayOn(Thread thread) {
        return coreHost.isAwayOn(thread);
    }

    /**
     * Reports user code that waits for other user code on the same stack. Called by the watcher.
     */
    void reportNestedCall(NestedCallReport report) {
        Throwable error = report.error();
        LOG.warn("a direct call has not returned", error);
        String componentId = executor.component().componentId();
        executor.topology.reportError(componentId, executor.plan().firstTask(), error);
    }

    /**
     * Returns the object that interrupts calls which wait for other user code on the same stack.
     */
    public Interruption interruption() {
        return interruption;
    }

    // ---- the thread that runs it ------------------------------------------------------------

    /**
     * Handles the return of the calling thread from user code in which it lost the core. Returns
     * false, as {@link #onThrownOnCore} does in that case.
     */
    public boolean onCoreLost() {
        FirstCalls.LeftState left = firstCalls.removeLeftState();
        if (left == null) {
            coreHost.returnWithoutCore(executor::onTuplesRemoved);
        } else {
            executor.proxy().onReturned(left, executor::onTuplesRemoved);
        }
        return false;
    }

    /**
     * Called when the watcher has taken the core from a thread that runs this user code. Called by
     * the watcher, while no thread owns the core.
     */
    void onAway(Thread thread, boolean offender) {
        awaySinceNs = executor.core().clock().nanoTime();
        coreHost.onAway(thread);
        if (offender && executor.life().is(LifeState.OPEN)) {
            blockingHistory.addOffence(executor.core().clock().nanoTime());
        }
    }

    /**
     * Returns when the watcher took the core from the thread in user code; 0 if there is no such
     * thread.
     */
    public long awaySinceNs() {
        return awaySinceNs;
    }

    /** Handles the return of the thread that lost the core in user code. */
    void onBack(Runnable then) {
        awaySinceNs = 0;
        executor.setBlocked(Tasklet.AWAY, false);
        coreHost.onBack();
        boolean wasInterrupted = interruption.end();
        if (executor.life().is(LifeState.OPEN)) {
            if (blockingHistory.isThresholdReached()) {
                executor.backPressure().giveThreads(executor);
            }
            if (wasInterrupted || blockingHistory.isThresholdReached()) {
                makeDedicated();
            }
        }
        then.run();
        executor.resume();
    }

    /**
     * Called when user code was found waiting. A wait while tasks are opened or closed is ignored,
     * because later calls need not wait like that. Called by the watcher.
     *
     * @param sampleNs the time for which this sample stands
     */
    void onWaiting(long sampleNs) {
        if (!executor.life().is(LifeState.OPEN)) {
            return;
        }
        long executedNow = executor.executed();
        long executed = executedNow - executedWhenWaiting;
        executedWhenWaiting = executedNow;
        if (executor.backPressure().waitMeter().addSample(System.nanoTime(), sampleNs, executed)) {
            executor.proxy().giveThreads();
        }
    }

    /**
     * Requests a dedicated thread, which is made as soon as the executor is open and none of its
     * user code runs.
     */
    void requestThread() {
        if (blockingHistory.canReachThreshold() && !isDedicated()) {
            threadRequested = true;
            executor.core().makeReady(executor);
        }
    }

    /** Returns whether a dedicated thread was requested and has not been made. */
    boolean shouldBecomeDedicated() {
        return threadRequested && !isDedicated();
    }

    /** Gives the user code a dedicated thread, for good. */
    void makeDedicated() {
        if (!isDedicated()) {
            LOG.info("executor {} gets a dedicated thread", executor);
            startThread(new ThreadHost(executor));
        }
    }

    private void startThread(ThreadHost thread) {
        useHost(thread);
        thread.start();
    }

    private void useHost(Host thread) {
        executor.setBlocked(Tasklet.DEDICATED, true);
        // Whether it is unproven has no meaning now: a dedicated executor is never called directly.
        executor.setBlocked(Tasklet.UNPROVEN, false);
        executor.core().changeLayout(); // see Endpoint.isDedicated
        host = thread;
    }

    // ---- state that user code leaves in its thread ------------------------------------------

    /**
     * Returns whether the user code keeps a thread for life because it has left state there. Any
     * thread.
     */
    boolean holdsState() {
        return host instanceof ThreadHost thread && thread.holdsState();
    }

    /** Returns whether another thread takes over the core when the user code blocks. */
    public boolean mayBeWatched() {
        return blockingHistory.canReachThreshold() && executor.core().owner().canLeave();
    }

    /**
     * Returns whether the executor keeps a thread for life in which its user code has left state.
     */
    boolean mayKeepThread() {
        return executor.settings().keepsThread() && !isDedicated() && mayBeWatched();
    }

    /**
     * Makes the calling thread, in which user code has left state, the executor's dedicated thread
     * for life. The thread owns the core; it leaves the core, and then runs the executor's user
     * code until it is stopped.
     *
     * @param before the thread's state before the call that left it
     * @param left description of the state that was left, for the log
     * @param then action that follows on the core
     * @return false, without any change, if there is no other thread for the core
     */
    boolean keepThread(CoreOwner owner, ThreadState before, String left, Runnable then) {
        ThreadHost thread = new ThreadHost(executor, Thread.currentThread(), before);
        boolean kept =
                owner.leave(
                        () -> {
                            executor.stopRunning();
                            adoptThread(thread, left);
                        });
        if (!kept) {
            LOG.warn(
                    "user code of executor {} has left {} in its thread, but the executor cannot"
                            + " keep that thread because no other thread is available for the"
                            + " core: later calls may run on other threads",
                    executor,
                    left);
            return false;
        }
        executor.proxy().continueOnCore(then);
        thread.runHere();
        return true;
    }

    /**
     * Makes a thread in which user code has left state the executor's dedicated thread, unless the
     * executor is closed. On the core.
     */
    void adoptThread(ThreadHost thread, String left) {
        if (executor.life().is(LifeState.CLOSED)) {
            thread.stop();
            return;
        }
        coreHost.onThreadAdopted();
        LOG.info("executor {} keeps its thread: its user code has left {} in it", executor, left);
        useHost(thread);
    }

    /**
     * Gives the executor a dedicated thread with the state that an inspected call has left in its
     * thread. On the core.
     */
    void moveToNewThread(FirstCalls.LeftState left) {
        if (mayKeepThread() && !executor.life().is(LifeState.CLOSED)) {
            LOG.info(
                    "executor {} gets a dedicated thread: its user code has left {} in a"
                            + " core's thread",
                    executor,
                    left.description());
            ThreadHost thread = new ThreadHost(executor);
            thread.installState(left.installState());
            startThread(thread);
            executor.resume();
        }
    }

    /** Inherits the dedicated thread of an executor whose tasks this one takes over. */
    void inheritThread(UserCode from) {
        boolean canInherit = from.host instanceof ThreadHost && from.ownsThread;
        if (isDedicated()) { // it has already inherited the thread of another executor
            if (canInherit && from.holdsState()) {
                from.ownsThread = false;
                ((ThreadHost) from.host).handStateTo((ThreadHost) host);
            }
        } else if (canInherit) {
            ThreadHost thread = (ThreadHost) from.host;
            from.ownsThread = false;
            thread.moveTo(executor);
            useHost(thread);
        } else {
            makeDedicated();
        }
    }

    /**
     * Stops the host after other executors have taken over the tasks, unless one has inherited the
     * thread.
     */
    void endAfterTakeOver() {
        if (ownsThread) {
            stop();
        }
    }
}
