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
    private final Supplier<@Nullable SizeSampler> sizes;
    private volatile StreamMeter[] streams = {};

    @SuppressWarnings("unused") // accessed through OWN_CALLS
    private long ownCalls;

    private final LongAdder foreignCalls = new LongAdder();
    private long reportedCalls; // used only by the reporting thread

    /**
     * @param spout whether the task is a spout's: its tuples are then its emits, otherwise its
     *     executes
     * @param acking whether the topology has ackers
     * @param sizes the sampler; null while there is none
     */
    TaskMeter(
            int task,
            boolean spout,
            boolean acking,
            ExecutorMeter executor,
            Supplier<@Nullable SizeSampler> sizes) {
        this.task = task;
        this.spout = spout;
        this.acking = acking;
        this.executor = executor;
        this.sizes = sizes;
    }

    int task() {
        return task;
    }

    ExecutorMeter executor() {
        return executor;
    }

    /** Counts an emit; any thread may call. Hot path: LoadHookBenchmark. */
    void onEmit(String stream, List<Object> values, Collection<@Nullable Integer> tasks) {
        StreamMeter meter = stream(stream);
        if (executor.isOwn(Thread.currentThread())) {
            if (spout && !meter.isOfStorm()) {
                OWN_CALLS.setOpaque(this, ownCalls + 1);
            }
            meter.onEmit(values, tasks, sizes.get());
        } else {
            if (spout && !meter.isOfStorm()) {
                foreignCalls.increment();
            }
            meter.onForeignEmit(values, tasks, sizes.get());
        }
    }

    /** Counts an execute; called by the executor's thread. Hot path: LoadHookBenchmark. */
    void onExecute() {
        executor.onOwnThread(Thread.currentThread());
        if (!spout) {
            OWN_CALLS.setOpaque(this, ownCalls + 1);
        }
    }

    private StreamMeter stream(String name) {
        for (StreamMeter each : streams) {
            if (each.isOf(name)) {
                return each;
            }
        }
        return addStream(name);
    }

    private synchronized StreamMeter addStream(String name) {
        for (StreamMeter each : streams) {
            if (each.isOf(name)) {
                return each; // another thread was faster
            }
        }
        StreamMeter added =
                new StreamMeter(
                        name, WireSize.isOfStorm(name), WireSize.overhead(task, name, acking));
        StreamMeter[] more = Arrays.copyOf(streams, streams.length + 1);
        more[streams.length] = added;
        streams = more;
        return added;
    }

    /**
     * Passes the traffic since the last call to the reader, by stream; called by the reporting
     * thread.
     */
    void closeWindow(StreamMeter.Reader reader) {
        for (StreamMeter each : streams) {
            each.closeWindow(reader);
        }
    }

    /**
     * Returns the tuples executed, or emitted by a spout, since the last call; called by the
     * reporting thread.
     */
    long tuplesOfWindow() {
        long calls = (long) OWN_CALLS.getOpaque(this) + foreignCalls.sum();
        long tuples = Math.max(0, calls - reportedCalls);
        reportedCalls = Math.max(calls, reportedCalls);
        return tuples;
    }
}
