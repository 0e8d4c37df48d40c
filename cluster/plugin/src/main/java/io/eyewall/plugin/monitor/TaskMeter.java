package io.eyewall.plugin.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tuples that one task emits and executes. Called by its executor's thread and by other
 * emitting threads.
 */
final class TaskMeter {
    private static final VarHandle OWN_CALLS;

    static {
        try {
            OWN_CALLS =
                    MethodHandles.lookup().findVarHandle(TaskMeter.class, "ownCalls", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int task;
    private final boolean spout;
    private final boolean acking;
    private final ExecutorMeter executor;
    private final Supplier<@Nullable SizeSampler> sizeSampler;
    private volatile StreamMeter[] streams = {};

    @SuppressWarnings("unused") // accessed through OWN_CALLS
    private long ownCalls;

    private final LongAdder foreignCalls = new LongAdder();
    private long reportedCalls; // used only by the reporting thread

    /**
     * @param spout whether the task belongs to a spout, of which the emits are counted, and not to
     *     a bolt, of which the executes are counted
     * @param acking whether the topology has ackers
     * @param sizeSampler returns the worker's sampler; null while there is none
     */
    TaskMeter(
            int task,
            boolean spout,
            boolean acking,
            ExecutorMeter executor,
            Supplier<@Nullable SizeSampler> sizeSampler) {
        this.task = task;
        this.spout = spout;
        this.acking = acking;
        this.executor = executor;
        this.sizeSampler = sizeSampler;
    }

    int task() {
        return task;
    }

    ExecutorMeter executor() {
        return executor;
    }

    /** Counts an emit; any thread may call. On the hot path: see {@code LoadHookBenchmark}. */
    void onEmit(String stream, List<Object> values, Collection<@Nullable Integer> tasks) {
        StreamMeter meter = meterOf(stream);
        if (executor.isExecutorThread(Thread.currentThread())) {
            if (spout && !meter.isSystemStream()) {
                OWN_CALLS.setOpaque(this, ownCalls + 1);
            }
            meter.onEmit(values, tasks, sizeSampler.get());
        } else {
            if (spout && !meter.isSystemStream()) {
                foreignCalls.increment();
            }
            meter.onForeignEmit(values, tasks, sizeSampler.get());
        }
    }

    /**
     * Counts an execute; called by the executor's thread. On the hot path: see {@code
     * LoadHookBenchmark}.
     */
    void onExecute() {
        executor.recordThread(Thread.currentThread());
        if (!spout) {
            OWN_CALLS.setOpaque(this, ownCalls + 1);
        }
    }

    private StreamMeter meterOf(String name) {
        for (StreamMeter each : streams) {
            if (each.hasName(name)) {
                return each;
            }
        }
        return addStream(name);
    }

    private synchronized StreamMeter addStream(String name) {
        for (StreamMeter each : streams) {
            if (each.hasName(name)) {
                return each; // another thread was faster
            }
        }
        StreamMeter added =
                new StreamMeter(
                        name,
                        WireSize.isSystemStream(name),
                        WireSize.overheadBytes(task, name, acking));
        StreamMeter[] extended = Arrays.copyOf(streams, streams.length + 1);
        extended[streams.length] = added;
        streams = extended;
        return added;
    }

    /**
     * Passes the traffic since the last call to a consumer, one stream after the other; called by
     * the reporting thread.
     */
    void closeWindow(StreamMeter.TrafficConsumer consumer) {
        for (StreamMeter each : streams) {
            each.closeWindow(consumer);
        }
    }

    /**
     * Returns the number of tuples that the bolt executed or the spout emitted since the last call;
     * called by the reporting thread.
     */
    long takeTuples() {
        long calls = (long) OWN_CALLS.getOpaque(this) + foreignCalls.sum();
        long tuples = Math.max(0, calls - reportedCalls);
        reportedCalls = Math.max(calls, reportedCalls);
        return tuples;
    }
}
