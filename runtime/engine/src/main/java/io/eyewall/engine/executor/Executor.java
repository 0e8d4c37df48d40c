package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.core.Timers;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the tasks of one executor, one after the other, as a tasklet of one core. Its {@link
 * LifeCycle} holds its state, its {@link UserCode} decides on which thread its user code runs, and
 * its {@link Mailbox} holds the tuples that wait for it. Unless a method states otherwise, it must
 * be called on the owner thread of the executor's core; other threads use the executor's {@link
 * #proxy}.
 */
public abstract class Executor extends Tasklet {
    /** A value of {@code blockingOffences}: user code that blocks never gets a dedicated thread. */
    public static final int NEVER_DEDICATED = Integer.MAX_VALUE;

    /** Maximum number of tuples that one slice takes from a mailbox. */
    public static final int SLICE_TUPLES = 256;

    public final ExecutorServices topology;
    public final Mailbox mailbox;
    private final ExecutorPlan plan;
    private final ComponentPlan component;
    private final ExecutorSettings settings;
    private final TaskGroup taskGroup = new TaskGroup();
    private final LifeCycle life = new LifeCycle(this);
    private final UserCode userCode;
    private final PendingCallbacks callbacks = new PendingCallbacks();
    private final ExecutorTimers timers = new ExecutorTimers();
    private final FullReceivers fullReceivers = new FullReceivers();

    @SuppressWarnings("NullAway.Init") // set before it runs, by BackPressureGroup.addExecutor
    private BackPressureGroup backPressure;

    /**
     * @param topology services of the topology that the executor belongs to
     * @param blockingOffences number of calls longer than the blocking threshold after which the
     *     executor gets a dedicated thread
     */
    public Executor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorServices topology,
            int blockingOffences) {
        this.plan = plan;
        this.component = component;
        this.settings = settings;
        this.topology = topology;
        this.mailbox = new Mailbox(this, settings.mailboxCapacity(), settings.mailboxBytes());
        this.userCode = new UserCode(this, blockingOffences);
    }

    // ---- building, before the executor runs -------------------------------------------------

    /** Adds a task; the first must have the plan's first task id. */
    public void addTask(Task task) {
        taskGroup.tasks().add(task);
    }

    final void joinBackPressure(BackPressureGroup group) {
        this.backPressure = group;
    }

    public final BackPressureGroup backPressure() {
        return backPressure;
    }

    // ---- reading, any thread ----------------------------------------------------------------

    /** Returns the handle through which threads other than the core's owner reach the executor. */
    public abstract ExecutorProxy proxy();

    public final ExecutorPlan plan() {
        return plan;
    }

    /** Returns the first and last task, as in Storm's names of executors: {@code [3 5]}. */
    public final String label() {
        return "[" + plan.firstTask() + " " + plan.lastTask() + "]";
    }

    public final ComponentPlan component() {
        return component;
    }

    public final ExecutorSettings settings() {
        return settings;
    }

    /** Returns the executor's tasks together with the data that they share. */
    public final TaskGroup taskGroup() {
        return taskGroup;
    }

    public final List<Task> tasks() {
        return taskGroup.tasks();
    }

    public final LifeCycle life() {
        return life;
    }

    public final UserCode userCode() {
        return userCode;
    }

    /** Returns the number of waiting tuples; the value may be slightly stale. */
    public final int queuedTuples() {
        return mailbox.size() + userCode.host().waitingCount();
    }

    /**
     * Returns the number of tuples executed so far; 0 for a spout. Any thread; the value may be
     * slightly stale.
     */
    public abstract long executed();

    /** Returns the time spent in calls of nextTuple or execute so far. Any thread. */
    public abstract CallTimes callTimes();

    /**
     * Returns the nanoseconds for which full receivers have stopped the executor so far; the value
     * may be slightly stale.
     */
    public final long heldBackNs() {
        return fullReceivers.heldBackNs(core().clock().nanoTime());
    }

    /** Returns whether full receivers stop the executor; the value may be slightly stale. */
    public final boolean isHeldBack() {
        return fullReceivers.isAnyFull();
    }

    /** Returns whether the executor's user code has a dedicated thread. */
    public final boolean isDedicated() {
        return userCode.isDedicated();
    }

    /**
     * Returns whether the executor's tasks must stay together, because they share executor data or
     * because their user code has left state in its thread, which can't be in two threads.
     */
    public final boolean isIndivisible() {
        return tasks().size() > 1 && (taskGroup.sharesData() || userCode.holdsState());
    }

    /** Returns whether the executor keeps a thread because its user code has left state there. */
    public final boolean holdsThreadState() {
        return userCode.holdsState();
    }

    /**
     * Returns when the executor was opened, by the engine's clock; 0 if it has not been opened yet.
     */
    public final long openedNs() {
        return life.openedNs();
    }

    /**
     * Returns whether the executor has nothing to do: no tuple or call waits, no user code runs on
     * any thread, and no message is pending.
     */
    public boolean isQuiet() {
        return queuedTuples() == 0 // in the order in which work moves on, so that none is missed
                && userCode.isIdle()
                && tasks().stream().allMatch(task -> task.foreignCalls().waitingCount() == 0)
                && userCode.hasReturnedToCore();
    }

    @Override
    protected final ClassLoader classLoader() {
        return topology.classLoader();
    }

    @Override
    public final String toString() {
        return component.componentId() + ":[" + plan.firstTask() + " " + plan.lastTask() + "]";
    }

    /**
     * Interrupts user code that runs on a thread other than the core's owner, so that closing
     * needn't wait for it, as Storm interrupts executor threads. Any thread.
     */
    public final void interruptUserCode() {
        life.interruptUnlessCleaningUp(userCode::interrupt);
    }

    // ---- running ----------------------------------------------------------------------------

    @Override
    protected final int runSlice() {
        if (!userCode.hasReturnedToCore()) {
            return 0; // a call still runs, on a thread that lost the core; its return makes this
            // ready
        }
        if (!life.is(LifeState.OPEN)) {
            return life.runSlice();
        }
        if (!callbacks.isEmpty()) {
            core().makeReady(this);
            return callbacks.runNext(userCode.host());
        }
        if (isBlocked(PAUSED)) {
            return 0;
        }
        if (userCode.shouldBecomeDedicated()) {
            userCode.makeDedicated();
            resume();
        }
        return userCode.host().runSlice();
    }

    /**
     * Adds user code to be called before the next tuple, and an action that follows it on the core.
     */
    public final void addCallback(Runnable code, Runnable then) {
        callbacks.add(code, then);
        core().makeReady(this);
    }

    /** Makes the executor ready if it has anything to do. */
    public void resume() {
        userCode.host().wake();
        if (life.is(LifeState.CLOSING) || !callbacks.isEmpty() || !mailbox.isEmpty()) {
            core().makeReady(this);
        }
    }

    /**
     * Fails the topology, because the engine can't tell which work the stack overflow left undone.
     */
    @Override
    protected final void onOverflow(StackOverflowError thrown) {
        String call = "emit, ack or fail near the end of its stack";
        userCode.guarded(
                tasks().get(0),
                call,
                () -> {
                    throw thrown;
                });
        setBlocked(CLOSED, true);
    }

    @Override
    public final void onWaiting(long forNs) {
        userCode.onWaiting(forNs);
    }

    @Override
    protected void onAway(Thread thread, boolean offender) {
        super.onAway(thread, offender);
        userCode.onAway(thread, offender);
    }

    /**
     * Adds to {@code threads} those that run the executor's user code without owning a core. Any
     * thread.
     */
    public final void addThreadsInUserCode(List<Thread> threads) {
        userCode.addThreadsInUserCode(threads);
    }

    @Override
    protected final boolean isAwayOn(Thread thread) {
        return userCode.isAwayOn(thread);
    }

    @Override
    protected final void onLongNestedCall(List<Tasklet> callers, StackTraceElement[] stack) {
        proxy().stopDirectCallsOfComponent();
        userCode.reportNestedCall(NestedCallReport.forCallee(this, callers, stack));
    }

    @Override
    protected final long longestNestedCallNs() {
        return TimeUnit.SECONDS.toNanos(NestedCallReport.timeoutSecs(component));
    }

    @Override
    protected final void onWaitForInterrupted(Tasklet interrupted, StackTraceElement[] stack) {
        userCode.reportNestedCall(NestedCallReport.forCaller(this, interrupted, stack));
    }

    @Override
    protected final void onInterruptNearby(Thread thread) {
        userCode.interruption().setInterruptedNearby(thread);
    }

    @Override
    protected final void interruptCall(Thread thread, List<Tasklet> callers, long elapsedNs) {
        life.interruptUnlessCleaningUp(
                () -> userCode.interruption().begin(thread, callers, elapsedNs));
    }

    /**
     * Runs a command periodically until the executor is closed. The first run comes after one
     * period, or earlier if the timer was due earlier at an executor whose tasks this one has taken
     * over.
     *
     * @param timerName identifies the timer among those of its executor
     */
    public final Timers.Timer runEvery(String timerName, long periodNs, Runnable command) {
        return timers.runEvery(core(), timerName, periodNs, command);
    }

    /** Runs a command once at {@code deadlineNs}, unless the executor is closed before. */
    public final void runAt(long deadlineNs, Runnable command) {
        timers.runAt(core(), deadlineNs, command);
    }

    /** Runs a command once at the end of a back-off, unless the executor is closed before. */
    public final void backOffUntil(long deadlineNs, Runnable command) {
        timers.backOffUntil(core(), deadlineNs, command);
    }

    /** Opens or prepares one task. Runs as user code. */
    public abstract void openTask(Task task);

    /** Closes or cleans up one task. Runs as user code. */
    public abstract void closeTask(Task task);

    /** Starts timers once all tasks are open. */
    public abstract void onOpen();

    /** Drops all work but the closing of the tasks. */
    public void onClosing() {
        timers.cancel();
        mailbox.clear();
        setBlocked(QUEUED, false);
    }

    /**
     * Runs a slice of an open executor on the core's owner thread; returns as {@link Host#runSlice}
     * does.
     */
    public abstract int runOnCore();

    /**
     * Runs a slice of an open dedicated executor: hands its waiting work over to its thread.
     *
     * @return the amount of work handed over
     */
    public abstract int handOver(ThreadHost thread);

    /**
     * Does, between tuples on the dedicated thread, the work that the core does not hand over.
     *
     * @return whether there was any
     */
    public abstract boolean runOnThread(ThreadHost thread);

    /** Executes a tuple on the dedicated thread. */
    public abstract void executeOnThread(EngineTuple tuple);

    /**
     * Waits for work on the dedicated thread.
     *
     * @param idlePasses passes of the thread's loop without work before this one
     * @return the new number of passes without work
     */
    public abstract int idleOnThread(ThreadHost thread, int idlePasses);

    // ---- receiving --------------------------------------------------------------------------

    /** Puts a tuple into the mailbox, unless the executor is closing or closed. */
    public final void enqueue(EngineTuple tuple) {
        if (!life.state().acceptsTuples()) {
            return;
        }
        mailbox.add(tuple);
        setBlocked(QUEUED, true);
        if (!isBlocked(CLOSED | AWAY | CONGESTED | PAUSED)) {
            core().makeReady(this);
            if (isBlocked(UNPROVEN)) {
                core().endSlices();
                onEnqueuedUnproven(tuple);
            }
        }
    }

    /** Called when a tuple was put into the mailbox because the executor is unproven. */
    public void onEnqueuedUnproven(EngineTuple tuple) {}

    /**
     * Returns how full the mailbox is, from 0 to 1. Any thread; an estimate on all but the owner
     * thread.
     */
    public final double mailboxFullness() {
        return mailbox.fullness(queuedTuples());
    }

    /** Updates the executor's state after tuples were taken from the mailbox. */
    public final void onTuplesRemoved() {
        if (mailbox.isEmpty()) {
            setBlocked(QUEUED, false);
        }
        mailbox.signalRoom();
    }

    // ---- sending ----------------------------------------------------------------------------

    /** Returns whether the executor may produce tuples now. */
    public final boolean mayProduce() {
        return !isBlocked(CONGESTED | CLOSED) && core().mayContinue();
    }

    /** Called when a receiver of this executor's tuples has become full, or has room again. */
    final void onReceiverChanged(boolean isFull) {
        long nowNs = core().clock().nanoTime();
        if (isFull) {
            if (fullReceivers.add(nowNs)) {
                setBlocked(CONGESTED, true);
                onHeldBack();
            }
        } else if (fullReceivers.remove(nowNs)) {
            setBlocked(CONGESTED, false);
            resume();
        }
    }

    /** Stops producing tuples until {@link #resume}. */
    public abstract void onHeldBack();

    // ---- moving tasks, while all cores stand still ------------------------------------------

    /**
     * Pauses the executor, until {@code pause(false)} or for good.
     *
     * @param paused whether it is to be paused
     * @return whether the executor is at rest: it is open or was never opened, and none of its user
     *     code runs, on the core or on another thread
     */
    public final boolean pause(boolean paused) {
        setBlocked(PAUSED, paused);
        onPaused();
        userCode.host().pause(paused);
        if (!paused) {
            resume();
        }
        return (life.is(LifeState.OPEN) || life.is(LifeState.NEW))
                && callbacks.isEmpty()
                && userCode.isQuiescent();
    }

    /** Called when the executor has been paused or resumed. */
    public abstract void onPaused();

    /**
     * Ends the executor without closing its tasks, which other executors take over.
     *
     * @return the tuples that wait for the tasks, in their order
     */
    public final List<EngineTuple> giveUpTasks() {
        List<EngineTuple> waiting = new ArrayList<>();
        EngineTuple tuple;
        while ((tuple = userCode.host().takeBackTuple()) != null) {
            waiting.add(tuple);
        }
        while ((tuple = mailbox.poll()) != null) {
            waiting.add(tuple);
        }
        onTuplesRemoved();
        timers.cancel();
        backPressure.remove(this);
        life.giveUpTasks();
        return waiting;
    }

    /**
     * Takes over a task from an executor that gives up its tasks.
     *
     * @param from the executor that ran the task before
     */
    public void takeOver(Task task, Executor from) {
        addTask(task);
        task.moveTo(this);
        taskGroup.takeOverDataOf(task, from.taskGroup);
        timers.takeOverDueTimes(from.timers);
        life.takeOver(from.life);
        if (from.isDedicated()) {
            userCode.inheritThread(from.userCode);
        }
    }

    /** Ends the executor after others have taken over all of its tasks. */
    public void endAfterTakeOver() {
        userCode.endAfterTakeOver();
    }

    /**
     * Starts executors whose taken-over tasks are open; other executors wait to be opened.
     *
     * @param groups the back-pressure groups of all components, which know the full receivers
     */
    public static void startWithTakenOverTasks(
            List<Executor> executors, Collection<BackPressureGroup> groups) {
        Map<BackPressureGroup, Integer> full = BackPressureGroup.fullReceiverCounts(groups);
        executors.forEach(
                each -> each.startWithTakenOverTasks(full.getOrDefault(each.backPressure, 0)));
    }

    private void startWithTakenOverTasks(int fullReceiverCount) {
        // Receivers that became full before this executor existed do not report it again.
        if (fullReceivers.setInitialCount(fullReceiverCount, core().clock().nanoTime())) {
            setBlocked(CONGESTED, true);
        }
        life.startIfTasksOpen();
    }
}
