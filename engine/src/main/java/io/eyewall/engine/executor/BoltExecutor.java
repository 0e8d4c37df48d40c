package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreBlockReasons;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.state.InMemoryStateProvider;
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
     * Name in a task's data of an {@code Executor}: runs a command as user code of the task, after
     * the step in hand, and after full receivers have room. For bolts that gather tuples. Any
     * thread may call it.
     */
    public static final String SOON = "eyewall.soon";

    /**
     * Calls that are nested in no other, before it is called directly. So few, and each at once,
     * lest the compiler learns that tuples are queued.
     */
    private static final int CALLS_TO_PROVE = 4;

    private static final AtomicInteger SAMPLES = new AtomicInteger();

    private final ExecutorProxy proxy = new ExecutorProxy(this);
    private final int blockReasons;

    /** Calls that have returned without blocking the core while it was {@link #UNPROVEN}. */
    private int callsInTime;

    /** Whether a task has callbacks. */
    private boolean callbacksWait;

    /** Of all inputs: time that is known to have passed in executes. */
    private long accountedNs;

    /**
     * The tuple whose process latency is being measured. One object, since it may be acked on the
     * core while a thread of its own starts the next.
     */
    private Sample sample = new Sample(SAMPLES.getAndAdd(1 << 20) & Integer.MAX_VALUE, 0);

    /**
     * A timed tuple.
     *
     * @param number not 0; executors count from different ones, since a tuple's task may move
     * @param startNs when its execute began
     */
    private record Sample(int number, long startNs) {
        Sample next(long nextStartNs) {
            return new Sample(number == Integer.MAX_VALUE ? 1 : number + 1, nextStartNs);
        }
    }

    /** Of the execute that is being timed: its input. */
    @SuppressWarnings("NullAway.Init") // only read after startSample, which sets it
    private InputStats sampledInput;

    private final FirstCalls firstCalls = userCode().firstCalls();

    /**
     * @param blockingOffences calls over the threshold before it is given its own thread
     */
    public BoltExecutor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorServices topology,
            int blockingOffences) {
        super(plan, component, settings, topology, blockingOffences);
        this.blockReasons =
                component.sends() ? CoreBlockReasons.OF_SENDERS : CoreBlockReasons.OF_OTHERS;
    }

    /** What speaks against calling it directly: see {@link Core#mayCallDirectly}. */
    int blockReasons() {
        return blockReasons;
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
    void openTask(Task task) {
        OutputCollector collector = (OutputCollector) task.newCollector();
        java.util.concurrent.Executor soon = command -> callSoon(task, command);
        task.context().setTaskData(SOON, soon);
        IBolt bolt = ((BoltTask) task).bolt();
        bolt.prepare(
                InMemoryStateProvider.replaceStorms(bolt, component().conf()),
                task.context(),
                collector);
    }

    /** Any thread, so that the task might move to another executor meanwhile. */
    private static void callSoon(Task task, Runnable command) {
        Lock tasksStay = task.executor().topology.whileTasksStay();
        tasksStay.lock();
        try {
            BoltExecutor executor = (BoltExecutor) task.executor();
            executor.proxy().submit(() -> executor.onCallback((BoltTask) task, command));
        } finally {
            tasksStay.unlock();
        }
    }

    /**
     * Called back is a bolt after some tuples, however often it wants to be, and not while
     * receivers are full: it may emit as much as an execute, or more.
     */
    private void onCallback(BoltTask task, Runnable command) {
        task.callBackLater(command);
        callbacksWait = true;
        if (!isBlocked(CONGESTED)) {
            core().makeReady(this);
        }
    }

    private void callBack() {
        if (callbacksWait && !isBlocked(CONGESTED)) {
            callbacksWait = false;
            for (Task task : tasks()) {
                for (Runnable command : ((BoltTask) task).takeCallbacks()) {
                    addChore(() -> userCode().guarded(task, "callback", command), () -> {});
                }
            }
        }
    }

    @Override
    void resume() {
        super.resume();
        callbacksWait = tasks().stream().anyMatch(task -> ((BoltTask) task).hasCallbacks());
        if (callbacksWait && !isBlocked(CONGESTED)) {
            core().makeReady(this);
        }
    }

    @Override
    void closeTask(Task task) {
        ((BoltTask) task).bolt().cleanup();
    }

    @Override
    void onOpen() {
        Ticks.start(this);
        boolean mayBeCalled = !isDedicated() && userCode().mayBeWatched();
        if (mayBeCalled && core().clock().isReal()) { // simulated time may go on at once
            setBlocked(UNPROVEN, true);
        }
    }

    @Override
    public ExecutorProxy proxy() {
        return proxy;
    }

    @Override
    int runHere() {
        if (isBlocked(CONGESTED)) {
            return 0;
        }
        Core core = core();
        CoreOwner own = core.driver();
        startRunning();
        int done = 0;
        EngineTuple tuple;
        int most = userCode().callMeter().callsPerSlice(SLICE_TUPLES);
        while (done < most
                && mayProduce()
                && !isBlocked(DEDICATED)
                && (tuple = mailbox.poll()) != null) {
            if (!((BoltTask) tuple.destination()).execute(tuple, false, own)) {
                return Core.LOST;
            }
            core.afterCall();
            done++;
        }
        stopRunning();
        if (isBlocked(UNPROVEN)) {
            prove(done);
        }
        drained();
        callBack();
        if (!mailbox.isEmpty() && !isBlocked(CONGESTED)) {
            core.makeReady(this);
        }
        return done;
    }

    /**
     * A tuple that can't be executed now: it waits; or it has come from another core, so that its
     * call is nested in no other, and the executor needs some of these.
     */
    void receiveSlowly(EngineTuple tuple, CoreOwner own) {
        if (!isJustUnproven() || !core().mayCallDirectly(blockReasons)) {
            enqueue(tuple);
            return;
        }
        startRunning();
        if (((BoltTask) tuple.destination()).execute(tuple, false, own)) {
            stopRunning();
            prove(1);
        }
    }

    /** So many calls have returned in time, none of them on another executor's stack. */
    private void prove(int calls) {
        callsInTime += calls;
        setBlocked(UNPROVEN, callsInTime < CALLS_TO_PROVE);
    }

    @Override
    protected void onAway(Thread thread, boolean offender) {
        super.onAway(thread, offender);
        if (offender && isBlocked(UNPROVEN)) {
            callsInTime = 0;
        }
    }

    @Override
    int handOver(ThreadHost thread) {
        int done = 0;
        int most = mailbox.fit(settings().mailboxBytes(), Integer.MAX_VALUE);
        EngineTuple tuple;
        while (!isBlocked(CONGESTED)
                && (tuple = mailbox.peek()) != null
                && thread.offer(tuple, most)) {
            mailbox.poll();
            done++;
        }
        if (done > 0) {
            drained();
            thread.wake();
        }
        callBack();
        return done;
    }

    @Override
    boolean turnOnThread(ThreadHost thread) {
        return false;
    }

    @Override
    int idleOnThread(ThreadHost thread, int emptyTurns) {
        thread.await();
        return emptyTurns + 1;
    }

    @Override
    void onHeldBack() {
        // it is not handed tuples meanwhile
    }

    @Override
    void onPaused() {
        // it is simply not called
    }

    /**
     * The execute of a tuple is about to begin, and is timed. Gets no tuple: see decision 26.
     *
     * @return the number of the tuple, for {@link EngineTuple#setSample}
     */
    int startSample(InputStats input) {
        input.startTiming();
        startTiming(input);
        sample = sample.next(userCode().callMeter().startNs());
        return sample.number();
    }

    /** The same for a tuple whose acknowledgement is not timed. */
    void startTiming(InputStats input) {
        userCode().callMeter().begin(core().clock());
        sampledInput = input;
        firstCalls.begin();
    }

    /**
     * The timed execute has ended.
     *
     * @param direct whether the task that emitted the tuple called, and waits
     * @return how long it took, in nanoseconds
     */
    long endSample(boolean direct) {
        InputStats input = sampledInput;
        firstCalls.end();
        CallMeter meter = userCode().callMeter();
        long elapsedNs = meter.end(core().clock());
        long beforeNs = input.executeNs();
        long freeNs = input.freeNs(openedNs(), meter.startNs(), accountedNs);
        input.addExecute(elapsedNs, meter.loadNs(), direct, freeNs);
        accountedNs += input.executeNs() - beforeNs;
        input.timedUntil(meter.startNs() + elapsedNs, accountedNs);
        if (meter.isSuspicious()) {
            input.timeNext();
        }
        return elapsedNs;
    }

    /**
     * An execute has ended on a thread that has lost the core meanwhile; nobody calls this executor
     * before it is told.
     *
     * @param timed whether it was begun by {@link #startSample}; else the time before the core was
     *     lost is not known
     */
    void endLost(InputStats input, boolean timed) {
        long sinceNs = timed ? userCode().callMeter().startNs() : userCode().awaySinceNs();
        if (sinceNs != 0) {
            long elapsedNs = Math.max(0, core().clock().nanoTime() - sinceNs);
            input.addLost(elapsedNs);
            accountedNs += elapsedNs;
        }
    }

    /**
     * The debug log and hooks are told on the core, as user code.
     *
     * @return whether the thread still drives the core
     */
    boolean tellWatchersHere(
            Task task, EngineTuple tuple, long elapsedNs, Core core, CoreOwner own) {
        own.toUser(number());
        tellWatchers(task, tuple, elapsedNs);
        if (!own.toEngine(core)) {
            return userCode().lostHere();
        }
        own.clearInterrupt();
        return true;
    }

    /**
     * For the debug log and hooks.
     *
     * @param elapsedNs how long the execute took, or -1 if it was not timed
     */
    void tellWatchers(Task task, EngineTuple tuple, long elapsedNs) {
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
     * Counts the processing of a tuple that is being acked, as {@link #processNs} gives it. Takes
     * the number, not the tuple: see decision 26.
     */
    long countProcess(InputStats input, int number) {
        long processNs = processNs(number);
        if (processNs >= 0) {
            input.processNs += processNs;
            input.processSamples++;
        }
        return processNs;
    }

    /**
     * Nanoseconds since the execute of a tuple that is being acked or failed, or -1 if it is not
     * the sampled one.
     *
     * @param number from {@link EngineTuple#takeSample}
     */
    long processNs(int number) {
        Sample last = sample;
        if (number == 0 || number != last.number()) {
            return -1;
        }
        return core().clock().nanoTime() - last.startNs();
    }
}
