package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.Map;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs bolts (Storm: executor/bolt/BoltExecutor.java). */
public final class BoltExecutor extends Executor {
    private static final Logger LOG = LoggerFactory.getLogger(BoltExecutor.class);

    private final boolean plain;
    private int untilSample;

    /** The tuple whose process latency is being measured, and when it was executed. */
    private EngineTuple sampledTuple;

    private long sampledNs;

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
        this.plain = !settings.debug();
        this.untilSample = settings.sampleEvery();
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
        BoltCollector collector = new BoltCollector(this, task);
        task.bolt().prepare(conf, task.context(), collector);
    }

    @Override
    void closeTask(Task task) {
        task.bolt().cleanup();
    }

    @Override
    void onOpen() {
        Ticks.start(this);
    }

    @Override
    void receive(EngineTuple tuple) {
        Core core = core();
        if (hold != 0 || !core.mayNest() || core.isCongested()) {
            enqueue(tuple);
            return;
        }
        hold = RUNNING;
        runDepth = core.enterCall();
        Driver own = core.driver();
        if (execute(tuple, core, own)) {
            core.leaveCall();
            hold &= ~RUNNING;
        }
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
        runDepth = core.enterCall();
        int done = 0;
        EngineTuple tuple;
        int most = blocking.callsPerSlice(SLICE_TUPLES);
        while (done < most && mayProduce() && (tuple = mailbox.poll()) != null) {
            if (!execute(tuple, core, own)) {
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

    /**
     * Calls the bolt. hot path: EmitToExecuteBenchmark
     *
     * @return whether the thread still drives the core
     */
    private boolean execute(EngineTuple tuple, Core core, Driver own) {
        Task task = (Task) tuple.destination();
        InputStats input = task.input(tuple.source());
        input.executed++;
        long startNs = --untilSample == 0 ? startSample(tuple) : 0;

        own.callUser();
        long call = own.calls();
        boolean broken = false;
        try {
            task.bolt().execute(tuple);
        } catch (Throwable thrown) {
            broken = true;
            threw(task, "execute", thrown);
        }
        if (!own.toEngine(core)) {
            comeBack(this::drained);
            return false;
        }
        if (broken) {
            hold |= CLOSED; // not called again; the topology is about to close it
        }
        if (startNs != 0) {
            endSample(input, own.calls() != call);
        }
        if (!plain || task.isHooked()) {
            afterExecute(task, tuple, startNs);
        }
        return true;
    }

    @Override
    void executeDedicated(EngineTuple tuple) {
        Task task = (Task) tuple.destination();
        InputStats input = task.input(tuple.source());
        input.executed++;
        long startNs = --untilSample == 0 ? startSample(tuple) : 0;
        guarded(task, "execute", () -> task.bolt().execute(tuple));
        if (startNs != 0) {
            endSample(input, false);
        }
        if (!plain || task.isHooked()) {
            afterExecute(task, tuple, startNs);
        }
    }

    private long startSample(EngineTuple tuple) {
        untilSample = settings.sampleEvery();
        sampledTuple = tuple;
        blocking.begin(core().clock());
        sampledNs = blocking.startNs();
        return sampledNs;
    }

    private void endSample(InputStats input, boolean nested) {
        input.executeNs += blocking.end(core().clock(), nested);
        input.executeSamples++;
        if (blocking.isSuspicious()) {
            untilSample = 1;
        }
        if (blocking.isBlocking() && dedicatedThread() == null) {
            core().makeReady(this); // its next turn separates it
        }
    }

    private void afterExecute(Task task, EngineTuple tuple, long startNs) {
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

    /** Nanoseconds since the execute of a sampled tuple that is being acked or failed, or -1. */
    long processNs(EngineTuple tuple) {
        if (tuple != sampledTuple) {
            return -1;
        }
        sampledTuple = null;
        return core().clock().nanoTime() - sampledNs;
    }
}
