package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.core.Timers;
import io.eyewall.engine.core.Unit;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.mailbox.Ring;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Constants;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.hooks.ITaskHook;
import org.apache.storm.metric.api.IMetric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks of one executor, one after the other. All methods are for the thread that drives
 * its core, unless they say otherwise.
 *
 * <p>User code is always called between {@link Driver#callUser} and {@link Driver#toEngine}. Where
 * the latter says that the thread has lost the core, the method returns at once without touching
 * any state but by {@link Core#submit}.
 */
public abstract class Executor extends Unit {
    private static final Logger LOG = LoggerFactory.getLogger(Executor.class);

    /** As blockingOffences: user code that blocks never gets a thread of its own. */
    public static final int NEVER_SEPARATED = Integer.MAX_VALUE;

    /** Tuples of a mailbox in one slice, at most. */
    static final int SLICE_TUPLES = 256;

    /** Where an executor is in its life; it only moves forward. */
    enum Phase {
        /** Tasks exist, nothing has been called. */
        NEW,
        /** Tasks are being opened or prepared. */
        OPENING,
        /** It runs. */
        OPEN,
        /** It is to be closed as soon as its user code is not running. */
        CLOSING,
        /** Its tasks have been closed. */
        CLOSED
    }

    protected final ExecutorPlan plan;
    protected final ComponentPlan component;
    protected final ExecutorSettings settings;
    protected final ExecutorHost host;
    protected final List<Task> tasks = new ArrayList<>();
    protected final Ring<EngineTuple> mailbox = new Ring<>();
    final BlockingMeter blocking = new BlockingMeter();
    final Runnable onFull = () -> onReceiver(true);
    final Runnable onRoom = () -> onReceiver(false);

    private final Offences offences;
    private FlowGroup flow;
    private volatile Phase phase = Phase.NEW;
    private volatile boolean broken;
    private boolean openedBefore;
    private volatile boolean cleaningUp;

    /** So that no interrupt comes between the question whether it cleans up and the cleaning up. */
    private final Object cleanUpLock = new Object();

    private final ExecutorTimers timers = new ExecutorTimers();
    private final FullReceivers fullReceivers = new FullReceivers();
    private boolean full;
    private final Ring<Chore> chores = new Ring<>();
    private volatile Thread awayThread;
    private volatile DedicatedThread dedicatedThread;
    private long openedNs;

    protected Executor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorHost host,
            int blockingOffences) {
        this.plan = plan;
        this.component = component;
        this.settings = settings;
        this.host = host;
        this.offences = new Offences(blockingOffences);
    }

    /** Metrics of the first API that the tasks register: by interval in seconds, task and name. */
    private final Map<Integer, Map<Integer, Map<String, IMetric>>> registeredMetrics =
            new HashMap<>();

    private final Map<String, Object> sharedData = new HashMap<>();
    private final AtomicBoolean openCalled = new AtomicBoolean();

    // ---- building, before the executor runs -------------------------------------------------

    /** Adds a task; the first must have the plan's first task id. */
    public final void add(Task task) {
        tasks.add(task);
    }

    /** Filled by the tasks' contexts. */
    public final Map<Integer, Map<Integer, Map<String, IMetric>>> registeredMetrics() {
        return registeredMetrics;
    }

    /** What the tasks of this executor share through their contexts. */
    public final Map<String, Object> sharedData() {
        return sharedData;
    }

    /** Whether several tasks share data through their contexts, so that they must stay together. */
    public final boolean sharesData() {
        return tasks.size() > 1
                && tasks.stream().anyMatch(task -> !task.context().sharedData().isEmpty());
    }

    /** Set once all tasks are open, after which metrics can't be registered any more. */
    public final AtomicBoolean openCalled() {
        return openCalled;
    }

    final void joinFlow(FlowGroup group) {
        this.flow = group;
    }

    // ---- reading, any thread ----------------------------------------------------------------

    public final ExecutorPlan plan() {
        return plan;
    }

    public final ComponentPlan component() {
        return component;
    }

    public final ExecutorSettings settings() {
        return settings;
    }

    public final List<Task> tasks() {
        return tasks;
    }

    /** Tuples waiting; may be a moment old. */
    public final int queuedTuples() {
        return mailbox.size() + (dedicatedThread == null ? 0 : dedicatedThread.waiting());
    }

    /** Tuples sent to tasks so far, by all tasks of this executor; may be a moment old. */
    public final long sentTuples() {
        long sent = 0;
        for (Task task : tasks) {
            for (Router router : task.routersInUse()) {
                for (Route route : router.routes()) {
                    sent += route.transferred();
                }
            }
        }
        return sent;
    }

    /** Tuples executed so far that were sent by tasks, that is, no ticks; may be a moment old. */
    public final long executedTuples() {
        long executed = 0;
        for (Task task : tasks) {
            for (InputStats input : task.inputs()) {
                if (!input.streamId().equals(Constants.SYSTEM_TICK_STREAM_ID)) {
                    executed += input.executed();
                }
            }
        }
        return executed;
    }

    /**
     * Nanoseconds in nextTuple or execute so far, with what was called directly inside them;
     * estimated from timed calls, may be a moment old.
     */
    public abstract long estimatedCallNs();

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
        return dedicatedThread != null;
    }

    /** When it was opened, by the engine's clock; 0 if not yet. */
    public final long openedNs() {
        return openedNs;
    }

    /** Whether it has nothing to do: nothing waits, nothing runs elsewhere, nothing is pending. */
    public boolean isQuiet() {
        return queuedTuples() == 0 // each before what it goes on to
                && (dedicatedThread == null || dedicatedThread.isIdle())
                && tasks.stream().allMatch(task -> task.foreign().waiting() == 0)
                && (hold & (RUNNING | AWAY)) == 0;
    }

    @Override
    protected final ClassLoader classLoader() {
        return host.classLoader();
    }

    @Override
    public final String toString() {
        return component.componentId() + ":[" + plan.firstTask() + " " + plan.lastTask() + "]";
    }

    // ---- life -------------------------------------------------------------------------------

    /** Opens or prepares all tasks, soon. Any thread, once. */
    public final void open() {
        core().submit(
                        () -> {
                            if (phase == Phase.NEW) {
                                if (settings.dedicated()) {
                                    makeDedicated();
                                }
                                core().makeReady(this);
                            }
                        });
    }

    /** Closes or cleans up all tasks as soon as no user code of theirs runs. Any thread. */
    public final void close() {
        core().submit(this::closeOnCore);
    }

    private void closeOnCore() {
        if (phase == Phase.CLOSING || phase == Phase.CLOSED) {
            return;
        }
        openedBefore = phase == Phase.OPEN;
        phase = Phase.CLOSING;
        timers.cancel();
        onClosing();
        hold |= CLOSED;
        mailbox.clear();
        hold &= ~QUEUED;
        core().makeReady(this);
    }

    /**
     * Interrupts user code that runs on another thread than the core's, so that closing needn't
     * wait for it, as Storm interrupts executor threads. Any thread.
     */
    public final void interruptAway() {
        synchronized (cleanUpLock) {
            if (cleaningUp) {
                return; // it has come back, and cleaning up is not to be disturbed
            }
            Thread thread = awayThread;
            if (thread != null) {
                thread.interrupt();
            }
            DedicatedThread dedicated = dedicatedThread;
            if (dedicated != null) {
                dedicated.interruptUserCode();
            }
        }
    }

    /**
     * Gives up on user code that does not come back: reports the executor closed. Any thread.
     *
     * @param evenCleaningUp also if it has come back and is in its cleanup
     */
    public final void abandon(boolean evenCleaningUp) {
        core().submit(
                        () -> {
                            if (phase != Phase.CLOSED && (evenCleaningUp || !cleaningUp)) {
                                LOG.warn("{} is still in user code; left alone", this);
                                closed();
                            }
                        });
    }

    /** Hands the topology's credentials to the tasks before they run next. Any thread. */
    public final void refreshCredentials() {
        core().submit(() -> addChore(() -> tasks.forEach(this::handCredentials), () -> {}));
    }

    /**
     * Calls user code of a task before its executor's next tuple; what it throws fails the
     * topology. Any thread.
     *
     * @param call what is being called, for messages
     */
    public final void call(Task task, String call, Runnable userCode) {
        core().submit(() -> addChore(() -> guarded(task, call, userCode), () -> {}));
    }

    /** User code to be called before the next tuple, and what follows on the core. */
    final void addChore(Runnable userCode, Runnable then) {
        chores.add(new Chore(userCode, then));
        core().makeReady(this);
    }

    private record Chore(Runnable userCode, Runnable then) {}

    @Override
    protected final int runSlice() {
        if ((hold & (RUNNING | AWAY)) != 0) {
            return 0; // made ready again when that ends
        }
        return switch (phase) {
            case NEW -> openTasks();
            case OPENING, CLOSED -> 0;
            case OPEN -> !chores.isEmpty() ? doChore() : (hold & PAUSED) == 0 ? run() : 0;
            case CLOSING -> closeTasks();
        };
    }

    /** Runs what waits: the work proper of an open executor. As {@link Unit#runSlice}. */
    abstract int run();

    private int openTasks() {
        phase = Phase.OPENING;
        return callUser(
                () -> {
                    for (Task task : tasks) {
                        handCredentials(task);
                        guarded(task, "open", () -> openTask(task));
                    }
                },
                this::opened);
    }

    private void opened() {
        if (phase == Phase.OPENING) {
            phase = Phase.OPEN;
            openedNs = core().clock().nanoTime();
            openCalled.set(true);
            hold &= ~CLOSED;
            onOpen();
            host.onOpened(this);
            resume();
        } else {
            openedBefore = true; // closed meanwhile
        }
    }

    private int doChore() {
        Chore chore = chores.poll();
        core().makeReady(this);
        return callUser(chore.userCode(), chore.then());
    }

    private void handCredentials(Task task) {
        if (task.object() instanceof ICredentialsListener listener) {
            guarded(task, "setCredentials", () -> listener.setCredentials(host.credentials()));
        }
    }

    private int closeTasks() {
        return callUser(this::closeAll, this::closed);
    }

    private void closeAll() {
        synchronized (cleanUpLock) {
            cleaningUp = true;
            Thread.interrupted(); // was meant for the user code that has come back
        }
        for (Task task : tasks) {
            for (ITaskHook hook : task.context().getHooks()) {
                guarded(task, "hook cleanup", hook::cleanup);
            }
        }
        if (openedBefore) {
            for (Task task : tasks) {
                guarded(task, "cleanup", () -> closeTask(task));
            }
        }
    }

    private void closed() {
        if (phase != Phase.CLOSED) {
            phase = Phase.CLOSED;
            if (dedicatedThread != null) {
                dedicatedThread.stop();
            }
            host.onClosed(this);
        }
    }

    /** Opens or prepares one task. User code. */
    abstract void openTask(Task task);

    /** Closes or cleans up one task. User code. */
    abstract void closeTask(Task task);

    /** All tasks are open: sets timers. */
    abstract void onOpen();

    /** The executor is being closed. */
    void onClosing() {
        // nothing to do for bolts
    }

    /**
     * Runs a command every so often until the executor is closed: first after one period, or
     * earlier, when it was due at an executor whose tasks this one has taken over. On the core.
     *
     * @param what names the timer among those of its executor
     */
    final Timers.Timer every(String what, long periodNs, Runnable command) {
        return timers.every(core(), what, periodNs, command);
    }

    /** Runs a command once unless the executor is closed before. On the core. */
    final void at(long deadlineNs, Runnable command) {
        timers.at(core(), deadlineNs, command);
    }

    // ---- calling user code ------------------------------------------------------------------

    /**
     * Calls user code outside of the hot path: here, or on the executor's own thread if it has one.
     *
     * @param call user code; must guard itself against exceptions
     * @param then what follows, on the core; if the thread loses the core, as a command
     * @return 1, or LOST
     */
    final int callUser(Runnable call, Runnable then) {
        Core core = core();
        if (dedicatedThread != null) {
            dedicatedThread.call(call, then);
            return 1;
        }
        Driver own = core.driver();
        startRunning();
        own.callUser(number());
        call.run();
        if (!own.toEngine(core)) {
            comeBack(then);
            return Core.LOST;
        }
        stopRunning();
        then.run();
        return 1;
    }

    /** Runs user code of a task; what it throws fails the topology. Any thread. */
    final void guarded(Task task, String call, Runnable code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            threw(task, call, thrown);
        }
    }

    /** User code threw. Any thread. */
    final void threw(Task task, String call, Throwable thrown) {
        broken = true;
        if (!host.isOver()) {
            host.fail(component.componentId(), task.taskId(), call, thrown);
        }
    }

    /** User code threw on the core's thread: it is not called again before it is closed. */
    final void stopCalling() {
        hold |= CLOSED;
    }

    /** The thread lost the core while in user code of this executor, and is back. */
    final void comeBack(Runnable then) {
        Thread.interrupted(); // a late interrupt was meant for the user code that has ended
        core().submit(
                        () -> {
                            hold &= ~AWAY;
                            awayThread = null;
                            if (offences.areEnough() && phase == Phase.OPEN) {
                                makeDedicated();
                            }
                            then.run();
                            resume();
                        });
    }

    @Override
    protected final void onAway(Thread thread, boolean offender) {
        super.onAway(thread, offender);
        awayThread = thread;
        if (offender && phase == Phase.OPEN) {
            offences.add(core().clock().nanoTime());
        }
    }

    private void makeDedicated() {
        if (dedicatedThread == null) {
            LOG.info("{} gets a thread of its own", this);
            hold |= DEDICATED;
            dedicatedThread = new DedicatedThread(this);
            dedicatedThread.start();
        }
    }

    /** Gives the executor its own thread if its sampled calls show that it blocks. On the core. */
    final void separateIfBlocking() {
        boolean blocks = blocking.isBlocking() && offences.mayBeEnough();
        if (blocks && dedicatedThread == null && phase == Phase.OPEN) {
            makeDedicated();
            resume();
        }
    }

    // ---- moving tasks, while all cores stand still ------------------------------------------

    /**
     * Lets it rest until {@link #pause pause(false)} or for good.
     *
     * @return whether it rests: it is open, or was never opened, and no user code of it runs, here
     *     or elsewhere
     */
    public final boolean pause(boolean now) {
        hold = now ? hold | PAUSED : hold & ~PAUSED;
        onPaused();
        if (dedicatedThread != null) {
            dedicatedThread.pause(now);
        }
        if (!now) {
            resume();
        }
        return (phase == Phase.OPEN || phase == Phase.NEW)
                && (hold & (RUNNING | AWAY)) == 0
                && chores.isEmpty()
                && (dedicatedThread == null || dedicatedThread.isResting());
    }

    /** It is paused, or not any more. */
    void onPaused() {
        // a bolt is simply not called
    }

    /**
     * Ends without closing its tasks, which others take over.
     *
     * @return the tuples that wait for them, in their order
     */
    public final List<EngineTuple> giveUp() {
        List<EngineTuple> waiting = new ArrayList<>();
        EngineTuple tuple;
        while (dedicatedThread != null && (tuple = dedicatedThread.takeBack()) != null) {
            waiting.add(tuple);
        }
        while ((tuple = mailbox.poll()) != null) {
            waiting.add(tuple);
        }
        drained();
        timers.cancel();
        openedBefore = phase == Phase.OPEN;
        phase = Phase.CLOSED;
        hold |= CLOSED;
        flow.remove(this);
        if (dedicatedThread != null) {
            dedicatedThread.stop();
        }
        return waiting;
    }

    /**
     * Takes over a task from an executor that gives up.
     *
     * @param from whose task it was
     */
    public void takeOver(Task task, Executor from) {
        tasks.add(task);
        task.moveTo(this);
        from.registeredMetrics.forEach(
                (interval, byTask) -> {
                    Map<String, IMetric> metrics = byTask.get(task.taskId());
                    if (metrics != null) {
                        registeredMetrics
                                .computeIfAbsent(interval, i -> new HashMap<>())
                                .put(task.taskId(), metrics);
                    }
                });
        task.context().moveTo(sharedData);
        timers.takeFrom(from.timers);
        openedNs = from.openedNs;
        openedBefore |= from.openedBefore;
        broken |= from.broken;
        if (from.isDedicated()) {
            makeDedicated();
        }
    }

    /**
     * Begins to run if the tasks that it has taken over are open; else it waits for {@link #open}.
     *
     * @param groups of all components: tells who is full
     */
    public final void begin(Collection<FlowGroup> groups) {
        int fullOnes = groups.stream().mapToInt(group -> group.fullFor(flow)).sum();
        if (fullReceivers.begin(fullOnes, core().clock().nanoTime())) { // some may have told it
            hold |= CONGESTED;
        }
        if (openedBefore) {
            phase = Phase.OPEN;
            openCalled.set(true);
            hold &= ~CLOSED;
            onOpen();
            resume();
        }
    }

    final DedicatedThread dedicatedThread() {
        return dedicatedThread;
    }

    /** On the dedicated thread: executes a tuple. User code. */
    void executeDedicated(EngineTuple tuple) {
        throw new IllegalStateException(this + " executes no tuples");
    }

    /** On the dedicated thread, after each look for tuples; true if there was something to do. */
    boolean turnDedicated() {
        return false;
    }

    /**
     * On the dedicated thread: waits for work.
     *
     * @param emptyTurns turns without work before this one
     * @return the new number of empty turns
     */
    int idleDedicated(int emptyTurns, long longestNs) {
        java.util.concurrent.locks.LockSupport.parkNanos(this, longestNs);
        return emptyTurns + 1;
    }

    // ---- receiving --------------------------------------------------------------------------

    /** Puts a tuple into the mailbox. */
    public final void enqueue(EngineTuple tuple) {
        if (phase == Phase.CLOSING || phase == Phase.CLOSED) {
            return;
        }
        mailbox.add(tuple);
        hold |= QUEUED;
        if (!full && mailbox.size() > settings.mailboxCapacity()) {
            full = true;
            flow.changed(this, true);
        }
        if ((hold & (CLOSED | AWAY | CONGESTED | PAUSED)) == 0) {
            core().makeReady(this);
        }
    }

    /** How full the mailbox is, 0 to 1. Any thread; an estimate if not the executor's own. */
    final double load() {
        return Math.min(1.0, (double) queuedTuples() / settings.mailboxCapacity());
    }

    /** Whether its mailbox has been filled over its capacity and not yet been half emptied. */
    final boolean isFull() {
        return full;
    }

    /** Tuples were taken from the mailbox. */
    final void drained() {
        if (mailbox.isEmpty()) {
            hold &= ~QUEUED;
        }
        if (full && mailbox.size() <= settings.mailboxCapacity() / 2) {
            full = false;
            flow.changed(this, false);
        }
    }

    /** A receiver of this executor's tuples has become full, or has room again. */
    final void onReceiver(boolean isFull) {
        long nowNs = core().clock().nanoTime();
        if (isFull) {
            if (fullReceivers.add(nowNs)) {
                hold |= CONGESTED;
                heldBack();
            }
        } else if (fullReceivers.remove(nowNs)) {
            hold &= ~CONGESTED;
            resume();
        }
    }

    /** It must not produce any more for a while: {@link #resume} ends this. */
    void heldBack() {
        // bolts are not handed tuples meanwhile
    }

    /** Goes on if there is anything to do. */
    void resume() {
        if (dedicatedThread != null) {
            dedicatedThread.wake();
        }
        if (phase == Phase.CLOSING || !chores.isEmpty() || !mailbox.isEmpty()) {
            core().makeReady(this);
        }
    }

    /** The task that a direct emit names; none if its component does not subscribe. Any thread. */
    final Endpoint[] chooseDirect(Route route, int taskId, List<Object> values) {
        Task target = host.task(taskId);
        String targetComponent = target == null ? null : target.context().getThisComponentId();
        return route.chooseDirect(targetComponent, target, values);
    }

    /** Whether it may produce tuples now. */
    final boolean mayProduce() {
        return (hold & (CONGESTED | CLOSED)) == 0 && !core().isCongested();
    }

    /** Whether its user code may be called. */
    final boolean isOpen() {
        return phase == Phase.OPEN && !broken;
    }
}
