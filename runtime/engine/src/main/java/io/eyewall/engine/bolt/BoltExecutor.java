package io.eyewall.engine.bolt;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreBlockReasons;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.executor.CallMeter;
import io.eyewall.engine.executor.CallTimes;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorProxy;
import io.eyewall.engine.executor.ExecutorServices;
import io.eyewall.engine.executor.ExecutorSettings;
import io.eyewall.engine.executor.FirstCalls;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.StateInEmits;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.ThreadHost;
import io.eyewall.engine.state.InMemoryStateProvider;
import io.eyewall.engine.tick.Ticks;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs bolts (Storm: executor/bolt/BoltExecutor.java). */
public final class BoltExecutor extends Executor {
    private static final Logger LOG = LoggerFactory.getLogger(BoltExecutor.class);

    /**
     * Key under which a bolt finds a {@link java.util.concurrent.Executor} in its task's data. It
     * runs a command as user code of the task, after the current step and once full receivers have
     * room, so that a bolt can gather tuples until then. Any thread may call it.
     */
    public static final String CALLBACK_EXECUTOR_KEY = "eyewall.soon";

    /**
     * Number of calls, nested in no other executor's call, that must return in time before the bolt
     * is called directly. Few, and made as soon as possible, so that the JIT compiler does not
     * learn that tuples are usually queued.
     */
    private static final int CALLS_TO_PROVE = 4;

    /** Sample numbers between those at which two executors start. */
    private static final int SAMPLE_NUMBER_GAP = 1 << 20;

    private static final AtomicInteger NEXT_SAMPLE_NUMBER = new AtomicInteger();

    private final ExecutorProxy proxy = new ExecutorProxy(this);
    private final int blockReasons;

    /**
     * Number of calls that have returned without blocking the core while the bolt was {@link
     * #UNPROVEN}.
     */
    private int provenCalls;

    /** Whether a task has callbacks. */
    private boolean hasCallbacks;

    /** Time known to have been spent in executes, summed over all inputs. */
    private long accountedNs;

    /**
     * The tuple whose process latency is being measured. Its number and start are in one object,
     * since the tuple may be acked on the core while a dedicated thread starts the next one.
     */
    private Sample sample =
            new Sample(NEXT_SAMPLE_NUMBER.getAndAdd(SAMPLE_NUMBER_GAP) & Integer.MAX_VALUE, 0);

    /**
     * A timed tuple.
     *
     * @param number never 0; executors start at different numbers, since a tuple's task may move to
     *     another executor
     * @param startNs when the tuple's execute began
     */
    private record Sample(int number, long startNs) {
        Sample next(long nextStartNs) {
            return new Sample(number == Integer.MAX_VALUE ? 1 : number + 1, nextStartNs);
        }
    }

    /** The input of the execute that is being timed. */
    @SuppressWarnings("NullAway.Init") // only read after startSample, which sets it
    private InputStats sampledInput;

    private final FirstCalls firstCalls = userCode().firstCalls();
    private final StateInEmits stateInEmits = new StateInEmits();

    /**
     * @param blockingOffences number of calls longer than the blocking threshold after which the
     *     executor gets a dedicated thread
     */
    public BoltExecutor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorServices topology,
            int blockingOffences) {
        super(plan, component, settings, topology, blockingOffences);
        this.blockReasons =
                component.sends() ? CoreBlockReasons.OF_SENDERS : CoreBlockReasons.OF_SINKS;
    }

    /**
     * Returns the reasons for which a core does not call the bolt directly: see {@link
     * Core#mayCallDirectly}.
     */
    public int blockReasons() {
        return blockReasons;
    }

    /**
     * Returns whether a thread that owns no core is in the bolt's code: its own one, or one that
     * has lost its core in a long call. Any thread.
     */
    public boolean isInCallOffCore() {
        return userCode().runsOnOtherThread();
    }

    @Override
    public long executed() {
        long executed = 0;
        for (Task task : tasks()) {
            for (InputStats input : task.inputs()) {
                executed += input.executed();
            }
        }
        return executed;
    }

    @Override
    public CallTimes callTimes() {
        long ns = 0;
        long loadNs = 0;
        double squaresNs2 = 0;
        for (Task task : tasks()) {
            for (InputStats input : task.inputs()) {
                ns += input.executeNs();
                loadNs += input.loadNs();
                squaresNs2 += input.squaresNs2();
            }
        }
        return new CallTimes(ns, loadNs, squaresNs2, userCode().host().threadNs());
    }

    @Override
    public void openTask(Task task) {
        OutputCollector collector = (OutputCollector) task.newCollector();
        java.util.concurrent.Executor callbacks = command -> requestCallback(task, command);
        task.context().setTaskData(CALLBACK_EXECUTOR_KEY, callbacks);
        IBolt bolt = ((BoltTask) task).bolt();
        bolt.prepare(
                InMemoryStateProvider.confWithProvider(bolt, component().conf()),
                task.context(),
                collector);
    }

    /**
     * Requests a callback. Any thread; the lock keeps the task from moving to another executor
     * meanwhile.
     */
    private static void requestCallback(Task task, Runnable command) {
        Lock taskMoveLock = task.executor().topology.taskMoveLock();
        taskMoveLock.lock();
        try {
            BoltExecutor executor = (BoltExecutor) task.executor();
            executor.proxy().submit(() -> executor.onCallback((BoltTask) task, command));
        } finally {
            taskMoveLock.unlock();
        }
    }

    /**
     * Adds a callback that a bolt has requested. It runs at the end of a slice, so that tuples are
     * executed however often the bolt requests callbacks, and not while receivers are full: a
     * callback may emit as much as an execute, or more.
     */
    private void onCallback(BoltTask task, Runnable command) {
        task.addCallback(command);
        hasCallbacks = true;
        if (!isBlocked(CONGESTED)) {
            core().makeReady(this);
        }
    }

    private void scheduleCallbacks() {
        if (hasCallbacks && !isBlocked(CONGESTED)) {
            hasCallbacks = false;
            for (Task task : tasks()) {
                for (Runnable command : ((BoltTask) task).takeCallbacks()) {
                    addCallback(() -> userCode().guarded(task, "callback", command), () -> {});
                }
            }
        }
    }

    @Override
    public void resume() {
        super.resume();
        hasCallbacks = tasks().stream().anyMatch(task -> ((BoltTask) task).hasCallbacks());
        if (hasCallbacks && !isBlocked(CONGESTED)) {
            core().makeReady(this);
        }
    }

    @Override
    public void closeTask(Task task) {
        ((BoltTask) task).bolt().cleanup();
    }

    @Override
    public void onOpen() {
        Ticks.start(this);
        boolean mayBeCalled = !isDedicated() && userCode().mayBeWatched();
        if (mayBeCalled && core().clock().isReal()) { // simulated time may pass while tuples wait
            setBlocked(UNPROVEN, true);
        }
    }

    @Override
    public ExecutorProxy proxy() {
        return proxy;
    }

    @Override
    public int runOnCore() {
        if (isBlocked(CONGESTED)) {
            return 0;
        }
        Core core = core();
        CoreOwner owner = core.owner();
        if (isBlocked(UNPROVEN)) {
            stopDirectCallsIfEmitsHaveState();
        }
        startRunning();
        int executed = 0;
        EngineTuple tuple;
        int max = userCode().callMeter().callsPerSlice(SLICE_TUPLES);
        while (executed < max
                && mayProduce()
                && !isBlocked(DEDICATED)
                && (tuple = mailbox.poll()) != null) {
            if (!((BoltTask) tuple.destination()).execute(tuple, false, owner)) {
                return Core.LOST;
            }
            core.afterCall();
            executed++;
        }
        stopRunning();
        if (isBlocked(UNPROVEN)) {
            countProvingCalls(executed);
        }
        onTuplesRemoved();
        scheduleCallbacks();
        if (!mailbox.isEmpty() && !isBlocked(CONGESTED)) {
            core.makeReady(this);
        }
        return executed;
    }

    /**
     * Handles a tuple from another core that can't be executed normally now. The bolt executes it
     * anyway if it is only {@link #UNPROVEN}, since the call is on no other executor's stack and
     * the bolt needs some of these calls; otherwise the tuple is enqueued.
     */
    public void enqueueOrProve(EngineTuple tuple, CoreOwner owner) {
        if (!isOnlyUnproven() || !core().mayCallDirectly(blockReasons)) {
            enqueue(tuple);
            return;
        }
        startRunning();
        if (((BoltTask) tuple.destination()).execute(tuple, false, owner)) {
            stopRunning();
            countProvingCalls(1);
        }
    }

    @Override
    public void onEnqueuedUnproven(EngineTuple tuple) {
        stateInEmits.onEnqueued(tuple.source().componentId());
    }

    private void stopDirectCallsIfEmitsHaveState() {
        String found = stateInEmits.describeStoredState();
        if (found != null) {
            LOG.info(
                    "executor {} is no longer called directly but runs from its mailbox: {}",
                    this,
                    found);
            backPressure().stopDirectCalls();
        }
    }

    /** Counts calls that have returned in time and were nested in no other executor's call. */
    private void countProvingCalls(int calls) {
        provenCalls += calls;
        setBlocked(UNPROVEN, provenCalls < CALLS_TO_PROVE);
    }

    @Override
    protected void onAway(Thread thread, boolean offender) {
        super.onAway(thread, offender);
        if (offender && isBlocked(UNPROVEN)) {
            provenCalls = 0;
        }
    }

    @Override
    public int handOver(ThreadHost thread) {
        int handedOver = 0;
        int max = mailbox.countThatFits(settings().mailboxBytes(), Integer.MAX_VALUE);
        EngineTuple tuple;
        while (!isBlocked(CONGESTED)
                && (tuple = mailbox.peek()) != null
                && thread.offer(tuple, max)) {
            mailbox.poll();
            handedOver++;
        }
        if (handedOver > 0) {
            onTuplesRemoved();
            thread.wake();
        }
        scheduleCallbacks();
        return handedOver;
    }

    @Override
    public boolean runOnThread(ThreadHost thread) {
        return false;
    }

    @Override
    public void executeOnThread(EngineTuple tuple) {
        ((BoltTask) tuple.destination()).executeOnThread(tuple);
    }

    @Override
    public int idleOnThread(ThreadHost thread, int idlePasses) {
        thread.await();
        return idlePasses + 1;
    }

    @Override
    public void onHeldBack() {
        // nothing to do: the dedicated thread is handed no tuples while receivers are full
    }

    @Override
    public void onPaused() {
        // nothing to do: the bolt is not called while the executor is paused
    }

    /**
     * Starts the timing of an execute that is about to begin. The tuple is not a parameter, so that
     * the JIT compiler need not allocate it (decision 26).
     *
     * @return the number of the sample, for {@link EngineTuple#setSample}
     */
    public int startSample(InputStats input) {
        input.startTiming();
        startTiming(input);
        sample = sample.next(userCode().callMeter().startNs());
        return sample.number();
    }

    /** Starts the timing of an execute without measuring when the tuple is acked. */
    void startTiming(InputStats input) {
        userCode().callMeter().begin(core().clock());
        sampledInput = input;
        firstCalls.beforeCall();
    }

    /**
     * Ends the timing of an execute.
     *
     * @param direct whether the call came directly from the task that emitted the tuple, which
     *     waits for it
     * @return how long the execute took, in nanoseconds
     */
    public long endSample(boolean direct) {
        InputStats input = sampledInput;
        firstCalls.afterCall();
        CallMeter meter = userCode().callMeter();
        long elapsedNs = meter.end(core().clock());
        long beforeNs = input.executeNs();
        long freeNs = input.freeNs(openedNs(), meter.startNs(), accountedNs);
        input.addExecute(elapsedNs, meter.loadNs(), direct, freeNs);
        accountedNs += input.executeNs() - beforeNs;
        input.setTimedUntil(meter.startNs() + elapsedNs, accountedNs);
        if (meter.wasSlow()) {
            input.timeNext();
        }
        return elapsedNs;
    }

    /**
     * Called when an execute has ended on a thread that has lost the core meanwhile. The executor
     * is not called again before its core learns of the return.
     *
     * @param timed whether {@link #startSample} was called; otherwise the time before the core was
     *     lost is unknown
     */
    public void endAfterCoreLost(InputStats input, boolean timed) {
        long sinceNs = timed ? userCode().callMeter().startNs() : userCode().awaySinceNs();
        if (sinceNs != 0) {
            long elapsedNs = Math.max(0, core().clock().nanoTime() - sinceNs);
            input.addWithoutCore(elapsedNs);
            accountedNs += elapsedNs;
        }
    }

    /**
     * Calls the debug log and hooks on the core, as user code.
     *
     * @return whether the calling thread still owns the core
     */
    public boolean callObserversOnCore(
            Task task, EngineTuple tuple, long elapsedNs, Core core, CoreOwner owner) {
        owner.toUser(number());
        callObservers(task, tuple, elapsedNs);
        if (!owner.toEngine(core)) {
            return userCode().onCoreLost();
        }
        owner.clearInterrupt();
        return true;
    }

    /**
     * Calls the debug log and hooks.
     *
     * @param elapsedNs how long the execute took, or -1 if it was not timed
     */
    void callObservers(Task task, EngineTuple tuple, long elapsedNs) {
        long ms = elapsedNs < 0 ? -1 : elapsedNs / 1_000_000;
        if (settings().debug()) {
            LOG.info("Execute done TUPLE {} TASK: {} DELTA: {}", tuple, task.taskId(), ms);
        }
        if (task.isHooked()) {
            userCode()
                    .guarded(
                            task,
                            "hook boltExecute",
                            () ->
                                    new BoltExecuteInfo(tuple, task.taskId(), ms)
                                            .applyOn(task.context()));
        }
    }

    /**
     * Counts the process latency of a tuple that is being acked, and returns it as {@link
     * #processNs} does. The parameter is a number rather than the tuple, so that the JIT compiler
     * need not allocate the tuple (decision 26).
     */
    public long countProcess(InputStats input, int number) {
        long processNs = processNs(number);
        if (processNs >= 0) {
            input.processNs += processNs;
            input.processSamples++;
        }
        return processNs;
    }

    /**
     * Returns the nanoseconds since the execute of a tuple that is being acked or failed, or -1 if
     * the tuple is not the sampled one.
     *
     * @param number the value of {@link EngineTuple#takeSample}
     */
    long processNs(int number) {
        Sample last = sample;
        if (number == 0 || number != last.number()) {
            return -1;
        }
        return core().clock().nanoTime() - last.startNs();
    }
}
