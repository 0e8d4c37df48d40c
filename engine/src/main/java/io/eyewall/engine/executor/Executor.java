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
 * Runs the tasks of one executor, one after the other. How far it has come is told by its {@link
 * LifeCycle}, where its user code runs by its {@link UserCode}; what waits for it is in its {@link
 * Mailbox}. All methods are for the thread that drives its core, unless they say otherwise; other
 * threads reach it through its {@link #proxy}.
 */
public abstract class Executor extends Tasklet {
    /** As blockingOffences: user code that blocks never gets a thread of its own. */
    public static final int NEVER_SEPARATED = Integer.MAX_VALUE;

    /** Tuples of a mailbox in one slice, at most. */
    static final int SLICE_TUPLES = 256;

    final ExecutorServices topology;
    final Mailbox mailbox;
    private final ExecutorPlan plan;
    private final ComponentPlan component;
    private final ExecutorSettings settings;
    private final TaskGroup taskGroup = new TaskGroup();
    private final LifeCycle life = new LifeCycle(this);
    private final UserCode userCode;
    private final PendingCallbacks chores = new PendingCallbacks();
    private final ExecutorTimers timers = new ExecutorTimers();
    private final FullReceivers fullReceivers = new FullReceivers();

    @SuppressWarnings("NullAway.Init") // BackPressureGroup.add sets it before the executor runs
    private BackPressureGroup backPressure;

    /**
     * @param topology what it belongs to
     * @param blockingOffences calls over the threshold before it is given its own thread
     */
    Executor(
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
    public void add(Task task) {
        taskGroup.tasks().add(task);
    }

    final void joinBackPressure(BackPressureGroup group) {
        this.backPressure = group;
    }

    final BackPressureGroup backPressure() {
        return backPressure;
    }

    // ---- reading, any thread ----------------------------------------------------------------

    /** How threads other than the core's reach it. */
    public abstract ExecutorProxy proxy();

    public final ExecutorPlan plan() {
        return plan;
    }

    public final ComponentPlan component() {
        return component;
    }

    public final ExecutorSettings settings() {
        return settings;
    }

    /** Its tasks with what they share. */
    public final TaskGroup taskGroup() {
        return taskGroup;
    }

    public final List<Task> tasks() {
        return taskGroup.tasks();
    }

    final LifeCycle life() {
        return life;
    }

    final UserCode userCode() {
        return userCode;
    }

    /** Tuples waiting; may be a moment old. */
    public final int queuedTuples() {
        return mailbox.size() + userCode.host().waiting();
    }

    /** Tuples executed so far; 0 of a spout. Any thread; may be a moment old. */
    public abstract long executed();

    /** How long its calls of nextTuple or execute have taken so far. Any thread. */
    public abstract CallTimes callTimes();

    /** Nanoseconds held back by full receivers so far; may be a moment old. */
    public final long heldBackNs() {
        return fullReceivers.heldBackNs(core().clock().nanoTime());
    }

    /** Whether full receivers hold it back; may be a moment old. */
    public final boolean isHeldBack() {
        return fullReceivers.isAnyFull();
    }

    /** Whether its user code has a thread of its own. */
    public final boolean isDedicated() {
        return userCode.isSeparate();
    }

    /**
     * Whether its tasks must stay together: they share executor data, or a thread in which their
     * code has left something that can't be in two.
     */
    public final boolean isIndivisible() {
        return tasks().size() > 1 && (taskGroup.sharesData() || userCode.holdsState());
    }

    /** Whether its thread holds what its code has left there. */
    public final boolean holdsThreadState() {
        return userCode.holdsState();
    }

    /** When it was opened, by the engine's clock; 0 if not yet. */
    public final long openedNs() {
        return life.openedNs();
    }

    /** Whether it has nothing to do: nothing waits, nothing runs elsewhere, nothing is pending. */
    public boolean isQuiet() {
        return queuedTuples() == 0 // each before what it goes on to
                && userCode.isIdle()
                && tasks().stream().allMatch(task -> task.foreign().waiting() == 0)
                && userCode.isOffCore();
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
     * Interrupts user code that runs on another thread than the core's, so that closing needn't
     * wait for it, as Storm interrupts executor threads. Any thread.
     */
    public final void interruptAway() {
        life.unlessCleaningUp(userCode::interrupt);
    }

    // ---- running ----------------------------------------------------------------------------

    @Override
    protected final int runSlice() {
        if (!userCode.isOffCore()) {
            return 0; // made ready again when that ends
        }
        if (!life.is(LifeState.OPEN)) {
            return life.turn();
        }
        if (!chores.isEmpty()) {
            core().makeReady(this);
            return chores.doNext(userCode.host());
        }
        if (isBlocked(PAUSED)) {
            return 0;
        }
        if (userCode.shouldBeSeparate()) {
            userCode.separate();
            resume();
        }
        return userCode.host().turn();
    }

    /** User code to be called before the next tuple, and what follows on the core. */
    final void addChore(Runnable code, Runnable then) {
        chores.add(code, then);
        core().makeReady(this);
    }

    /** Goes on if there is anything to do. */
    void resume() {
        userCode.host().wake();
        if (life.is(LifeState.CLOSING) || !chores.isEmpty() || !mailbox.isEmpty()) {
            core().makeReady(this);
        }
    }

    /** The topology fails: what the error has left undone is not known. */
    @Override
    protected final void onOverflow(StackOverflowError thrown) {
        String call = "emit, ack or fail on the last of its stack";
        userCode.guarded(
                tasks().get(0),
                call,
                () -> {
                    throw thrown;
                });
        setBlocked(CLOSED, true);
    }

    @Override
    protected final void onWaiting(long forNs) {
        userCode.onWaiting(forNs);
    }

    @Override
    protected void onAway(Thread thread, boolean offender) {
        super.onAway(thread, offender);
        userCode.onAway(thread, offender);
    }

    /** Adds the threads that are in its user code and drive no core. Any thread. */
    public final void addThreadsInUserCode(List<Thread> threads) {
        userCode.addThreads(threads);
    }

    @Override
    protected final boolean isAwayOn(Thread thread) {
        return userCode.isAwayOn(thread);
    }

    @Override
    protected final void onLongNestedCall(List<Tasklet> callers, StackTraceElement[] stack) {
        proxy().stopDirectCallsOfComponent();
        userCode.report(NestedCallReport.of(this, callers, stack));
    }

    @Override
    protected final long longestNestedCallNs() {
        return TimeUnit.SECONDS.toNanos(NestedCallReport.timeoutSecs(component));
    }

    @Override
    protected final void onWaitForInterrupted(Tasklet interrupted, StackTraceElement[] stack) {
        userCode.report(NestedCallReport.ofCaller(this, interrupted, stack));
    }

    @Override
    protected final void onInterruptNearby(Thread thread) {
        userCode.interruption().isNear(thread);
    }

    @Override
    protected final void interruptCall(Thread thread, List<Tasklet> callers, long elapsedNs) {
        life.unlessCleaningUp(() -> userCode.interruption().begin(thread, callers, elapsedNs));
    }

    /**
     * Runs a command every so often until the executor is closed: first after one period, or
     * earlier, when it was due at an executor whose tasks this one has taken over.
     *
     * @param what names the timer among those of its executor
     */
    final Timers.Timer every(String what, long periodNs, Runnable command) {
        return timers.every(core(), what, periodNs, command);
    }

    /** Runs a command once unless the executor is closed before. */
    final void at(long deadlineNs, Runnable command) {
        timers.at(core(), deadlineNs, command);
    }

    /** Runs a command once, at the end of a rest, unless the executor is closed before. */
    final void restUntil(long deadlineNs, Runnable command) {
        timers.restUntil(core(), deadlineNs, command);
    }

    /** Opens or prepares one task. User code. */
    abstract void openTask(Task task);

    /** Closes or cleans up one task. User code. */
    abstract void closeTask(Task task);

    /** All tasks are open: sets timers. */
    abstract void onOpen();

    /** It is being closed: nothing but closing its tasks is to be done any more. */
    void onClosing() {
        timers.cancel();
        mailbox.clear();
        setBlocked(QUEUED, false);
    }

    /** The turn of an open executor on the thread that drives the core; as {@link Host#turn}. */
    abstract int runHere();

    /** The turn of an open executor that has its own thread: hands over what waits; how much. */
    abstract int handOver(ThreadHost thread);

    /** On its own thread, between tuples: does what nobody hands over; whether there was any. */
    abstract boolean turnOnThread(ThreadHost thread);

    /**
     * On its own thread: waits for work.
     *
     * @param emptyTurns turns without work before this one
     * @return the new number of empty turns
     */
    abstract int idleOnThread(ThreadHost thread, int emptyTurns);

    // ---- receiving --------------------------------------------------------------------------

    /** Puts a tuple into the mailbox. */
    public final void enqueue(EngineTuple tuple) {
        if (!life.state().takesTuples()) {
            return;
        }
        mailbox.add(tuple);
        setBlocked(QUEUED, true);
        if (!isBlocked(CLOSED | AWAY | CONGESTED | PAUSED)) {
            core().makeReady(this);
            if (isBlocked(UNPROVEN)) {
                core().endTurns();
            }
        }
    }

    /** How full the mailbox is, 0 to 1. Any thread; an estimate if not the executor's own. */
    final double load() {
        return mailbox.load(queuedTuples());
    }

    /** Tuples were taken from the mailbox. */
    final void drained() {
        if (mailbox.isEmpty()) {
            setBlocked(QUEUED, false);
        }
        mailbox.tellRoom();
    }

    // ---- sending ----------------------------------------------------------------------------

    /** Whether it may produce tuples now. */
    final boolean mayProduce() {
        return !isBlocked(CONGESTED | CLOSED) && core().mayGoOn();
    }

    /** A receiver of this executor's tuples has become full, or has room again. */
    final void onReceiver(boolean isFull) {
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

    /** It must not produce any more for a while: {@link #resume} ends this. */
    abstract void onHeldBack();

    // ---- moving tasks, while all cores stand still ------------------------------------------

    /**
     * Lets it rest until {@link #pause pause(false)} or for good.
     *
     * @return whether it rests: it is open, or was never opened, and no user code of it runs, here
     *     or elsewhere
     */
    public final boolean pause(boolean now) {
        setBlocked(PAUSED, now);
        onPaused();
        userCode.host().pause(now);
        if (!now) {
            resume();
        }
        return (life.is(LifeState.OPEN) || life.is(LifeState.NEW))
                && chores.isEmpty()
                && userCode.isResting();
    }

    /** It is paused, or not any more. */
    abstract void onPaused();

    /**
     * Ends without closing its tasks, which others take over.
     *
     * @return the tuples that wait for them, in their order
     */
    public final List<EngineTuple> giveUp() {
        List<EngineTuple> waiting = new ArrayList<>();
        EngineTuple tuple;
        while ((tuple = userCode.host().takeBack()) != null) {
            waiting.add(tuple);
        }
        while ((tuple = mailbox.poll()) != null) {
            waiting.add(tuple);
        }
        drained();
        timers.cancel();
        backPressure.remove(this);
        life.giveUp();
        return waiting;
    }

    /**
     * Takes over a task from an executor that gives up.
     *
     * @param from whose task it was
     */
    public void takeOver(Task task, Executor from) {
        add(task);
        task.moveTo(this);
        taskGroup.takeOver(task, from.taskGroup);
        timers.takeFrom(from.timers);
        life.takeOver(from.life);
        if (from.isDedicated()) {
            userCode.inherit(from.userCode);
        }
    }

    /** Others have taken over all of its tasks. */
    public void end() {
        userCode.end();
    }

    /**
     * Has executors begin to run if the tasks that they have taken over are open; else they wait to
     * be opened.
     *
     * @param groups of all components: tell who is full
     */
    public static void begin(List<Executor> executors, Collection<BackPressureGroup> groups) {
        Map<BackPressureGroup, Integer> full = BackPressureGroup.fullReceivers(groups);
        executors.forEach(each -> each.begin(full.getOrDefault(each.backPressure, 0)));
    }

    private void begin(int full) {
        if (fullReceivers.begin(full, core().clock().nanoTime())) { // some may have told it
            setBlocked(CONGESTED, true);
        }
        life.beginWithTasksTakenOver();
    }
}
