package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs bolts (Storm: executor/bolt/BoltExecutor.java). */
public final class BoltExecutor extends Executor {
    private static final Logger LOG = LoggerFactory.getLogger(BoltExecutor.class);

    private static final AtomicInteger SAMPLES = new AtomicInteger();

    /**
     * The number of the tuple whose process latency is being measured, and its start. Executors
     * count from different numbers, since a tuple's task may move to another.
     */
    private int sample = SAMPLES.getAndAdd(1 << 20) & Integer.MAX_VALUE;

    private long sampledNs;

    /** When the execute under way began, by the engine's clock, if it is timed; else 0. */
    private long sinceNs;

    private long callsBefore;

    /**
     * @param blockingOffences calls over the threshold before it is given its own thread
     */
    public BoltExecutor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorHost host,
            int blockingOffences) {
        super(plan, component, settings, host, blockingOffences);
    }

    /** Tuples executed since the start; may be a moment old. */
    public long executed() {
        long executed = 0;
        for (Task task : tasks) {
            for (InputStats input : task.inputs()) {
                executed += input.executed();
            }
        }
        return executed;
    }

    @Override
    void openTask(Task task) {
        Map<String, Object> conf = component.conf();
        OutputCollector collector = (OutputCollector) task.newCollector();
        bolt(task).prepare(conf, task.context(), collector);
    }

    @Override
    void closeTask(Task task) {
        bolt(task).cleanup();
    }

    @Override
    void onOpen() {
        Ticks.start(this);
    }

    private static IBolt bolt(Task task) {
        return (IBolt) task.object();
    }

    /** A direct call begins: its task is about to execute a tuple. hot path. */
    void enter(Core core) {
        hold = RUNNING;
        roomLeft = core.enterCall();
    }

    /** The direct call has ended and the thread still drives the core. hot path. */
    void leave(Core core) {
        core.leaveCall();
        hold &= ~RUNNING;
    }

    @Override
    int run() {
        separateIfBlocking();
        if ((hold & CONGESTED) != 0) {
            return 0;
        }
        DedicatedThread dedicated = dedicatedThread();
        if (dedicated != null) {
            return handOver(dedicated);
        }
        Core core = core();
        Driver own = core.driver();
        hold |= RUNNING;
        roomLeft = core.enterCall();
        int done = 0;
        EngineTuple tuple;
        int most = blocking.callsPerSlice(SLICE_TUPLES);
        while (done < most && mayProduce() && (tuple = mailbox.poll()) != null) {
            if (!((Task) tuple.destination()).execute(tuple, core, own)) {
                return Core.LOST;
            }
            done++;
        }
        core.leaveCall();
        hold &= ~RUNNING;
        drained();
        if (!mailbox.isEmpty() && (hold & CONGESTED) == 0) {
            core.makeReady(this);
        }
        return done;
    }

    private int handOver(DedicatedThread dedicated) {
        int done = 0;
        EngineTuple tuple;
        while ((tuple = mailbox.peek()) != null && dedicated.offer(tuple)) {
            mailbox.poll();
            done++;
        }
        if (done > 0) {
            drained();
            dedicated.wake();
        }
        return done;
    }

    /** The thread lost the core in execute, and is back. */
    void comeBackFromExecute() {
        comeBack(
                () -> {
                    sinceNs = 0; // it says nothing any more
                    drained();
                });
    }

    @Override
    void executeDedicated(EngineTuple tuple) {
        Task task = (Task) tuple.destination();
        InputStats input = task.input(tuple.source());
        input.executed++;
        if (input.executed == input.nextSample) {
            startSample(input, 0);
            tuple.setSample(sample);
        }
        guarded(task, "execute", () -> bolt(task).execute(tuple));
        long startNs = sinceNs;
        if (startNs != 0) {
            endSample(input, 1);
        }
        if (task.isWatched()) {
            afterExecute(task, tuple, startNs);
        }
    }

    /**
     * The execute of a tuple is about to begin, and is timed; {@link #sample()} is the tuple's
     * number from now on.
     *
     * @param calls into user code on this thread so far
     */
    void startSample(InputStats input, long calls) {
        input.nextSample = input.executed + settings.sampleEvery();
        sample = sample == Integer.MAX_VALUE ? 1 : sample + 1;
        blocking.begin(core().clock());
        sampledNs = blocking.startNs();
        sinceNs = sampledNs;
        callsBefore = calls;
    }

    /** When the execute under way began if it is timed, else 0. hot path. */
    long sampledSinceNs() {
        return sinceNs;
    }

    /** The number of the tuple that was sampled last, from 1. */
    int sample() {
        return sample;
    }

    /**
     * The timed execute has ended.
     *
     * @param calls into user code on this thread so far: if more than itself, others were nested
     */
    void endSample(InputStats input, long calls) {
        sinceNs = 0;
        boolean nested = calls != callsBefore + 1;
        input.executeNs += blocking.end(core().clock(), nested);
        input.executeSamples++;
        if (blocking.isSuspicious()) {
            input.nextSample = input.executed + 1;
        }
        if (blocking.isBlocking() && dedicatedThread() == null) {
            core().makeReady(this); // its next turn separates it
        }
    }

    /** For those who watch: the debug log and hooks. */
    void afterExecute(Task task, EngineTuple tuple, long startNs) {
        long ms = startNs == 0 ? -1 : (core().clock().nanoTime() - startNs) / 1_000_000;
        if (settings.debug()) {
            LOG.info("Execute done TUPLE {} TASK: {} DELTA: {}", tuple, task.taskId(), ms);
        }
        if (task.isHooked()) {
            guarded(
                    task,
                    "hook boltExecute",
                    () -> new BoltExecuteInfo(tuple, task.taskId(), ms).applyOn(task.context()));
        }
    }

    /**
     * Nanoseconds since the execute of a tuple that is being acked or failed, or -1 if it is not
     * the sampled one.
     */
    long processNs(EngineTuple tuple) {
        return tuple.sample() == 0 || tuple.sample() != sample
                ? -1
                : core().clock().nanoTime() - sampledNs;
    }
}
