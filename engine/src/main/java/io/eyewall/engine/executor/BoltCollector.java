package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
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
 * What a bolt emits and acks through; any thread may call it (Storm:
 * executor/bolt/BoltOutputCollectorImpl.java). On the thread that drives the executor's core it
 * delivers at once; on any other it chooses the tasks and leaves the rest to the core. The short
 * way, which nearly all tuples go, is in {@link HotBoltCollector}; here is all the rest.
 *
 * <p>It extends Storm's collector, overriding all of it, so that emitting with one anchor needs
 * neither a list nor a second call.
 */
abstract class BoltCollector extends OutputCollector implements Movable {
    private BoltExecutor executor;
    private final Task task;
    private final boolean acking;
    private final Emitter emitter;

    BoltCollector(BoltExecutor executor, Task task) {
        super((IOutputCollector) null);
        this.executor = executor;
        this.task = task;
        this.acking = executor.settings().acking();
        this.emitter = new Emitter(task);
    }

    final Task task() {
        return task;
    }

    /** The task has moved. While all cores stand still. */
    @Override
    public void moveTo(Executor next) {
        executor = (BoltExecutor) next;
    }

    // ---- emitting ---------------------------------------------------------------------------

    /** Emits on the thread that drives the core and is in the engine; it stays there. */
    final List<Integer> emitHere(
            CoreOwner own,
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        if (!task.foreign().catchUp(executor.core(), own)) {
            return emitForeign(streamId, Emitter.BY_GROUPING, anchor, anchors, values);
        }
        TupleAnchoring lineage = Anchors.of(anchor, anchors);
        return emitter.emitHere(own, streamId, Emitter.BY_GROUPING, values, lineage);
    }

    /** Emits on another thread than the core's. */
    final List<Integer> emitForeign(
            String streamId,
            int directTask,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        TupleAnchoring lineage = Anchors.of(anchor, anchors);
        return emitter.emitForeign(streamId, directTask, values, lineage);
    }

    /** Emits a copy of a list that {@link UnpackedValues} has taken apart, on any thread. */
    final List<Integer> emitFew(
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            int count,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third,
            @Nullable Object fourth) {
        List<Object> values = UnpackedValues.list(count, first, second, third, fourth);
        return emitAnyhow(streamId, anchor, anchors, values);
    }

    /** Emits the long way, on any thread. */
    final List<Integer> emitAnyhow(
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        return emitAnyhow(Emitter.BY_GROUPING, streamId, anchor, anchors, values);
    }

    private List<Integer> emitAnyhow(
            int directTask,
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        Core core = executor.core();
        CoreOwner own = emitter.enter();
        if (own == null) {
            return emitForeign(streamId, directTask, anchor, anchors, values);
        }
        boolean interrupted = Thread.interrupted(); // by the caller: receivers must not see it
        try {
            TupleAnchoring lineage = Anchors.of(anchor, anchors);
            return emitter.emitHere(own, streamId, directTask, values, lineage);
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // no call: no stack may be left for one
            throw e;
        } finally {
            emitter.leave(own);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void emitDirect(int taskId, List<Object> tuple) {
        emitAnyhow(taskId, Utils.DEFAULT_STREAM_ID, null, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, Tuple anchor, List<Object> tuple) {
        emitAnyhow(taskId, Utils.DEFAULT_STREAM_ID, anchor, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, Collection<Tuple> anchors, List<Object> tuple) {
        emitAnyhow(taskId, Utils.DEFAULT_STREAM_ID, null, anchors, tuple);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> tuple) {
        emitAnyhow(taskId, streamId, null, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, String streamId, Tuple anchor, List<Object> tuple) {
        emitAnyhow(taskId, streamId, anchor, null, tuple);
    }

    @Override
    public void emitDirect(
            int taskId, String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        emitAnyhow(taskId, streamId, null, anchors, tuple);
    }

    // ---- answering --------------------------------------------------------------------------

    /** All that is not the short way of {@link HotBoltCollector#ack}. */
    final void ackAnyhow(Tuple input) {
        EngineTuple tuple = original(input);
        if (tuple != null) {
            trace(tuple, TraceAnswer.ACKED);
            long processNs = onCore(tuple, answering -> answering.ackOnCore(tuple));
            if (task.isHooked()) {
                Hooks.boltAck(task, input, toMs(processNs));
            }
        }
    }

    @Override
    public void fail(Tuple input) {
        EngineTuple tuple = acking ? original(input) : null;
        if (tuple != null) {
            trace(tuple, TraceAnswer.FAILED);
            long processNs = onCore(tuple, answering -> answering.failOnCore(tuple));
            if (task.isHooked()) {
                Hooks.boltFail(task, input, toMs(processNs));
            }
        }
    }

    /**
     * The tuple of this engine that is meant. One that a bolt read back from its state is in no
     * tree: null. What is no tuple of Storm's at all must throw at its caller, not on the core
     * later.
     */
    private static @Nullable EngineTuple original(Tuple input) {
        EngineTuple tuple = EngineTuple.of(input);
        if (tuple == null) {
            Objects.requireNonNull((TupleImpl) input, "tuple");
        }
        return tuple;
    }

    /** An ack or a fail, on the core of the task that has the tuple. */
    private interface Answer {
        /** How long the tuple was processed, in nanoseconds, or -1 if it was not sampled. */
        long give(BoltCollector by);
    }

    /**
     * Has an answer given by the collector of the task that has the tuple, on its core.
     *
     * @return how long the tuple was processed, in nanoseconds; or -1 if it is not known yet
     */
    private long onCore(EngineTuple tuple, Answer answer) {
        observeFinish(tuple);
        if (tuple.destination() != task) { // only its own core knows what is under way from there
            Task holder = (Task) tuple.destination();
            BoltCollector answering = (BoltCollector) holder.collector();
            holder.foreign().add(() -> answer.give(answering));
            return -1;
        }
        Core core = executor.core();
        CoreOwner own = emitter.enter();
        if (own == null) {
            task.foreign().submit(() -> answer.give(this));
            return -1;
        }
        try {
            return answer.give(this);
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // no call: no stack may be left for one
            throw e;
        } finally {
            emitter.leave(own);
        }
    }

    /**
     * Fails a tuple if it is still in its tree when all has been done that its bolt has asked for
     * until now. For a thread that has lost the core.
     */
    final void failUnanswered(EngineTuple tuple) {
        task.foreign()
                .submit(
                        () -> {
                            if (tuple.treeOwner() != null) {
                                failOnCore(tuple);
                            }
                        });
    }

    private static void trace(EngineTuple tuple, TraceAnswer answer) {
        if (tuple.isTraced()) {
            ((TracedTuple) tuple).span().answered(answer);
        }
    }

    private void observeFinish(EngineTuple tuple) {
        if (emitter.observer() != null) {
            emitter.observer().onFinish(tuple.tree());
        }
    }

    private void observeFinished(TupleTree tree, boolean failed) {
        if (emitter.observer() != null) {
            emitter.observer().onFinished(tree, failed);
        }
    }

    private static long toMs(long ns) {
        return ns < 0 ? -1 : ns / 1_000_000;
    }

    /** How long the tuple was processed, in nanoseconds, or -1 if it was not sampled. */
    private long ackOnCore(EngineTuple tuple) {
        TreeOwner owner = tuple.treeOwner();
        if (owner != null) {
            TupleTree tree = tuple.takeTree();
            executor.core().finishInput(tree, owner);
            observeFinished(tree, false);
        }
        InputStats input = task.input(tuple.source());
        input.acked++;
        return executor.countProcess(input, tuple.takeSample());
    }

    /** The tuple stays open in its tree, so that the tree can't be acked before it is failed. */
    private long failOnCore(EngineTuple tuple) {
        if (tuple.treeOwner() != null) {
            TupleTree tree = tuple.takeTree();
            tree.forEachRoot(root -> root.listener().failLater(root));
            observeFinished(tree, true);
        }
        task.input(tuple.source()).failed++;
        return executor.processNs(tuple.takeSample());
    }

    @Override
    public void resetTimeout(Tuple input) {
        EngineTuple tuple = original(input);
        if (tuple == null) {
            return;
        }
        Lock tasksStay = executor.topology.whileTasksStay();
        tasksStay.lock(); // a message's executor is not to change before it has been told
        try {
            TupleTree tree = tuple.tree();
            if (tree != null) {
                tree.forEachRoot(root -> root.listener().resetTimeoutLater(root));
            }
        } finally {
            tasksStay.unlock();
        }
    }

    @Override
    public void reportError(@Nullable Throwable error) {
        executor.topology.reportError(executor.component().componentId(), task.taskId(), error);
    }

    /** Nothing to do: what is staged is handed over at the end of every step. */
    @Override
    public void flush() {
        // see above
    }
}
