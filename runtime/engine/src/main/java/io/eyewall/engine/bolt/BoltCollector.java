package io.eyewall.engine.bolt;

import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.emit.Anchors;
import io.eyewall.engine.emit.Emitter;
import io.eyewall.engine.emit.Hooks;
import io.eyewall.engine.emit.TupleAnchoring;
import io.eyewall.engine.emit.UnpackedValues;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.Movable;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.trace.TraceAnswer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The collector through which a bolt emits, acks and fails (Storm:
 * executor/bolt/BoltOutputCollectorImpl.java). Any thread may call it. On the core's owner thread
 * it delivers immediately; on any other thread it chooses the target tasks and leaves the rest to
 * the core. {@code HotBoltCollector} adds the fast path, which nearly all tuples take; this class
 * holds the slow path.
 *
 * <p>It extends Storm's collector and overrides all of its methods, so that emitting with one
 * anchor needs neither a list nor a second call.
 */
public abstract class BoltCollector extends OutputCollector implements Movable {
    private BoltExecutor executor;
    private final Task task;
    private final boolean acking;
    private final Emitter emitter;

    public BoltCollector(BoltExecutor executor, Task task) {
        super((IOutputCollector) null);
        this.executor = executor;
        this.task = task;
        this.acking = executor.settings().acking();
        this.emitter = new Emitter(task, new BoltTracing((BoltTask) task));
    }

    public final Task task() {
        return task;
    }

    /** Called when the task has moved to another executor, while all cores stand still. */
    @Override
    public void moveTo(Executor next) {
        executor = (BoltExecutor) next;
    }

    // ---- emitting ---------------------------------------------------------------------------

    /** Emits on the owner thread, which has returned from user code and still owns the core. */
    public final List<Integer> emitOnCore(
            CoreOwner owner,
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        if (!task.foreignCalls().catchUp(executor.core(), owner)) {
            return emitForeign(streamId, Emitter.BY_GROUPING, anchor, anchors, values);
        }
        TupleAnchoring anchoring = Anchors.anchoringTo(anchor, anchors);
        return emitter.emitOnCore(owner, streamId, Emitter.BY_GROUPING, values, anchoring);
    }

    /** Emits on a thread other than the core's owner. */
    public final List<Integer> emitForeign(
            String streamId,
            int directTask,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        TupleAnchoring anchoring = Anchors.anchoringTo(anchor, anchors);
        return emitter.emitForeign(streamId, directTask, values, anchoring);
    }

    /** Emits a copy of a list that {@link UnpackedValues} has unpacked. Any thread. */
    public final List<Integer> emitUnpacked(
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            int count,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third,
            @Nullable Object fourth) {
        List<Object> values = UnpackedValues.toList(count, first, second, third, fourth);
        return emitSlowPath(streamId, anchor, anchors, values);
    }

    /** Emits on the slow path. Any thread. */
    public final List<Integer> emitSlowPath(
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        return emitSlowPath(Emitter.BY_GROUPING, streamId, anchor, anchors, values);
    }

    private List<Integer> emitSlowPath(
            int directTask,
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        Core core = executor.core();
        CoreOwner owner = emitter.enterEngine();
        if (owner == null) {
            return emitForeign(streamId, directTask, anchor, anchors, values);
        }
        boolean interrupted = Thread.interrupted(); // set by user code: receivers must not see it
        try {
            TupleAnchoring anchoring = Anchors.anchoringTo(anchor, anchors);
            return emitter.emitOnCore(owner, streamId, directTask, values, anchoring);
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // a field, because no stack may be left for a call
            throw e;
        } finally {
            emitter.leaveEngine(owner);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void emitDirect(int taskId, List<Object> tuple) {
        emitSlowPath(taskId, Utils.DEFAULT_STREAM_ID, null, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, Tuple anchor, List<Object> tuple) {
        emitSlowPath(taskId, Utils.DEFAULT_STREAM_ID, anchor, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, Collection<Tuple> anchors, List<Object> tuple) {
        emitSlowPath(taskId, Utils.DEFAULT_STREAM_ID, null, anchors, tuple);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> tuple) {
        emitSlowPath(taskId, streamId, null, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, String streamId, Tuple anchor, List<Object> tuple) {
        emitSlowPath(taskId, streamId, anchor, null, tuple);
    }

    @Override
    public void emitDirect(
            int taskId, String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        emitSlowPath(taskId, streamId, null, anchors, tuple);
    }

    // ---- acking and failing -----------------------------------------------------------------

    /**
     * Acks on the slow path, for whatever the fast path of {@code HotBoltCollector.ack} excludes.
     */
    public final void ackSlowPath(Tuple input) {
        EngineTuple tuple = engineTuple(input);
        if (tuple != null) {
            recordAnswer(tuple, TraceAnswer.ACKED);
            long processNs = applyOnCore(tuple, collector -> collector.ackOnCore(tuple));
            if (task.isHooked()) {
                Hooks.callBoltAck(task, input, toMs(processNs));
            }
        }
    }

    @Override
    public void fail(Tuple input) {
        EngineTuple tuple = acking ? engineTuple(input) : null;
        if (tuple != null) {
            recordAnswer(tuple, TraceAnswer.FAILED);
            long processNs = applyOnCore(tuple, collector -> collector.failOnCore(tuple));
            if (task.isHooked()) {
                Hooks.callBoltFail(task, input, toMs(processNs));
            }
        }
    }

    /**
     * Returns the engine's tuple that {@code input} stands for. Returns null for a tuple that a
     * bolt read back from its state, which is in no tree. Throws for an object that is not a Storm
     * tuple, so that the caller sees the exception rather than the core later.
     */
    private static @Nullable EngineTuple engineTuple(Tuple input) {
        EngineTuple tuple = EngineTuple.of(input);
        if (tuple == null) {
            Objects.requireNonNull((TupleImpl) input, "tuple");
        }
        return tuple;
    }

    /** An ack or a fail, which is made on the core of the task that has the tuple. */
    private interface AckOrFail {
        /**
         * Makes the ack or fail; returns how long the tuple was processed, in nanoseconds, or -1 if
         * it was not sampled.
         */
        long apply(BoltCollector collector);
    }

    /**
     * Has the collector of the task that has the tuple ack or fail it, on that task's core.
     *
     * @return how long the tuple was processed, in nanoseconds; -1 if this is unknown or not known
     *     yet
     */
    private long applyOnCore(EngineTuple tuple, AckOrFail ackOrFail) {
        observeBeforeFinish(tuple);
        if (tuple.destination() != task) { // only that task's core knows its pending foreign calls
            Task holder = (Task) tuple.destination();
            BoltCollector holderCollector = (BoltCollector) holder.collector();
            holder.foreignCalls().submitWithoutWait(() -> ackOrFail.apply(holderCollector));
            return -1;
        }
        Core core = executor.core();
        CoreOwner owner = emitter.enterEngine();
        if (owner == null) {
            task.foreignCalls().submit(() -> ackOrFail.apply(this));
            return -1;
        }
        try {
            return ackOrFail.apply(this);
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // a field, because no stack may be left for a call
            throw e;
        } finally {
            emitter.leaveEngine(owner);
        }
    }

    /**
     * Fails a tuple if the bolt has neither acked nor failed it in any of the calls that it has
     * made so far. For a thread that has lost the core.
     */
    final void failIfUnfinished(EngineTuple tuple) {
        task.foreignCalls()
                .submit(
                        () -> {
                            if (tuple.treeOwner() != null) {
                                failOnCore(tuple);
                            }
                        });
    }

    private static void recordAnswer(EngineTuple tuple, TraceAnswer answer) {
        if (tuple.isTraced()) {
            ((TracedTuple) tuple).span().recordAnswer(answer);
        }
    }

    private void observeBeforeFinish(EngineTuple tuple) {
        if (emitter.observer() != null) {
            emitter.observer().onFinish(tuple.tree());
        }
    }

    private void observeAfterFinish(TupleTree tree, boolean failed) {
        if (emitter.observer() != null) {
            emitter.observer().onFinished(tree, failed);
        }
    }

    private static long toMs(long ns) {
        return ns < 0 ? -1 : ns / 1_000_000;
    }

    /**
     * Acks a tuple; returns how long it was processed, in nanoseconds, or -1 if it was not sampled.
     */
    private long ackOnCore(EngineTuple tuple) {
        TreeOwner treeOwner = tuple.treeOwner();
        if (treeOwner != null) {
            TupleTree tree = tuple.takeTree();
            executor.core().finishInput(tree, treeOwner);
            observeAfterFinish(tree, false);
        }
        InputStats input = task.input(tuple.source());
        input.acked++;
        return executor.countProcess(input, tuple.takeSample());
    }

    /**
     * Fails a tuple. The tuple stays open in its tree, so that the tree can't be acked before it is
     * failed.
     */
    private long failOnCore(EngineTuple tuple) {
        if (tuple.treeOwner() != null) {
            TupleTree tree = tuple.takeTree();
            tree.forEachRoot(root -> root.listener().failLater(root));
            observeAfterFinish(tree, true);
        }
        task.input(tuple.source()).failed++;
        return executor.processNs(tuple.takeSample());
    }

    @Override
    public void resetTimeout(Tuple input) {
        EngineTuple tuple = engineTuple(input);
        if (tuple == null) {
            return;
        }
        Lock taskMoveLock = executor.topology.taskMoveLock();
        taskMoveLock.lock(); // until the command is submitted, the executor must not change
        try {
            TupleTree tree = tuple.tree();
            if (tree != null) {
                tree.forEachRoot(root -> root.listener().resetTimeoutLater(root));
            }
        } finally {
            taskMoveLock.unlock();
        }
    }

    @Override
    public void reportError(@Nullable Throwable error) {
        executor.topology.reportError(executor.component().componentId(), task.taskId(), error);
    }

    /** Does nothing: staged tuples are handed over at the end of every step. */
    @Override
    public void flush() {
        // see above
    }
}
