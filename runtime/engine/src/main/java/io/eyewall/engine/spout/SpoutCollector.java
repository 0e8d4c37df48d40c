package io.eyewall.engine.spout;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.emit.Emitter;
import io.eyewall.engine.emit.TupleAnchoring;
import io.eyewall.engine.emit.UnpackedValues;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Movable;
import io.eyewall.engine.executor.SampleGaps;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Route;
import java.util.List;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The collector through which a spout emits (Storm: executor/spout/SpoutOutputCollectorImpl.java).
 * Any thread may call it. It works like {@code BoltCollector}.
 */
public abstract class SpoutCollector extends SpoutOutputCollector implements Movable {
    /** Maximum time without a timed message: then the next message is timed. */
    private static final long MAX_UNTIMED_NS = 10_000_000;

    private SpoutExecutor executor;
    private final Task task;
    private final boolean acking;
    private final Emitter emitter;
    private final SampleGaps sampleGaps;
    private int emitsUntilSample;
    private long lastTimedNs;

    public SpoutCollector(SpoutExecutor executor, Task task) {
        super((ISpoutOutputCollector) null);
        this.executor = executor;
        this.task = task;
        this.acking = executor.settings().acking();
        this.emitter = new Emitter(task, ((SpoutTask) task).tracing());
        this.sampleGaps = new SampleGaps(executor.settings().sampleEvery(), task.taskId());
        this.emitsUntilSample = sampleGaps.next();
    }

    /**
     * Called when a slice begins. If this method has not had a message timed for a while, it has
     * the next one timed even if sampling would skip it, because a source with a few messages per
     * second would get too few samples. Hooks receive the latencies of the messages that Storm
     * would time, and of no others.
     */
    final void beginSlice(long nowNs) {
        if (nowNs - lastTimedNs >= MAX_UNTIMED_NS && !task.isHooked()) {
            lastTimedNs = nowNs;
            emitsUntilSample = 1;
        }
    }

    public final Task task() {
        return task;
    }

    /** Called when the task has moved to another executor. While all cores stand still. */
    @Override
    public void moveTo(Executor next) {
        executor = (SpoutExecutor) next;
    }

    /** Emits on the owner thread, which is in the engine and stays there. */
    public final List<Integer> emitOnCore(
            CoreOwner owner, String streamId, List<Object> values, @Nullable Object messageId) {
        if (!task.foreignCalls().catchUp(executor.core(), owner)) {
            return emitForeign(streamId, Emitter.BY_GROUPING, values, messageId);
        }
        executor.countEmit();
        TupleAnchoring message = new Message(messageId);
        return emitter.emitOnCore(owner, streamId, Emitter.BY_GROUPING, values, message);
    }

    /** Emits a copy of a list that {@link UnpackedValues} has unpacked. Any thread. */
    public final List<Integer> emitUnpacked(
            String streamId,
            @Nullable Object messageId,
            int count,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third,
            @Nullable Object fourth) {
        List<Object> values = UnpackedValues.toList(count, first, second, third, fourth);
        return emitSlowPath(streamId, values, messageId);
    }

    /** Emits on the slow path. Any thread. */
    public final List<Integer> emitSlowPath(
            String streamId, List<Object> values, @Nullable Object messageId) {
        return emitSlowPath(Emitter.BY_GROUPING, streamId, values, messageId);
    }

    private List<Integer> emitSlowPath(
            int directTask, String streamId, List<Object> values, @Nullable Object messageId) {
        Core core = executor.core();
        CoreOwner owner = emitter.enterEngine();
        if (owner == null) {
            return emitForeign(streamId, directTask, values, messageId);
        }
        boolean interrupted = Thread.interrupted(); // set by user code: receivers must not see it
        try {
            executor.countEmit();
            return emitter.emitOnCore(owner, streamId, directTask, values, new Message(messageId));
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

    /** Emits on a thread other than the core's owner. */
    public final List<Integer> emitForeign(
            String streamId, int directTask, List<Object> values, @Nullable Object messageId) {
        executor.countEmit();
        return emitter.emitForeign(streamId, directTask, values, new Message(messageId));
    }

    /** A message whose tuples the core's owner thread emits. */
    private class Message implements TupleAnchoring {
        private final @Nullable Object messageId;

        Message(@Nullable Object messageId) {
            this.messageId = messageId;
        }

        @Override
        public @Nullable Object messageId() {
            return messageId;
        }

        @Override
        public TupleAnchoring prepareForeign(Task emitterTask) {
            if (messageId != null && acking) {
                executor.messages().onForeignEmit();
            }
            return new ForeignMessage(messageId);
        }

        @Override
        public void onSubmitted() {
            if (messageId != null && !acking) {
                ((SpoutTask) task).ackImmediately(messageId);
            }
        }

        @Override
        public @Nullable TupleTree open(Core core, Route route, int tuples) {
            return messageId != null && acking ? newTree(core, route, messageId, tuples) : null;
        }

        @Override
        public void onDelivered(Core core, CoreOwner owner, @Nullable TupleTree tree) {
            if (tree != null) {
                // If the owner has changed, the message had tuples, and only the new owner counts
                // them.
                if (core.owner() == owner) {
                    ackIfEmpty((RootTree) tree);
                }
                track(core, owner, (RootTree) tree);
            } else if (messageId != null) {
                ackImmediately(core, owner, messageId);
            }
        }
    }

    /**
     * A message whose tuples another thread emits. It becomes pending before any of its tuples can
     * complete.
     */
    private final class ForeignMessage extends Message {
        ForeignMessage(@Nullable Object messageId) {
            super(messageId);
        }

        @Override
        public @Nullable TupleTree open(Core core, Route route, int tuples) {
            TupleTree tree = super.open(core, route, tuples);
            if (tree != null) {
                executor.messages().onArrived((RootTree) tree);
                ackIfEmpty((RootTree) tree);
            }
            return tree;
        }

        @Override
        public void onDelivered(Core core, CoreOwner owner, @Nullable TupleTree tree) {
            // it is already pending; an untracked message is acked by the emitting thread
        }
    }

    /** Calls ack, as the last step of an emit. The thread may lose the core in that call. */
    public final void ackImmediately(Core core, CoreOwner owner, Object messageId) {
        owner.toUser(executor.number());
        try {
            ((SpoutTask) task).ackImmediately(messageId);
        } finally {
            owner.toEngine(core);
        }
    }

    /** Returns the tree of a new message, with {@code open} tuples, timed if it is a sample. */
    public final RootTree newTree(Core core, Route route, Object messageId, int open) {
        long startNs = 0;
        if (--emitsUntilSample == 0) {
            emitsUntilSample = sampleGaps.next();
            startNs = core.clock().nanoTime();
        }
        return executor.messages()
                .trees()
                .take(core, task.taskId(), route.source().streamId(), messageId, startNs, open);
    }

    /**
     * Tracks a message after its emit. With direct calls most trees are complete by now and were
     * never pending.
     */
    public final void track(Core core, CoreOwner owner, RootTree tree) {
        if (core.owner() == owner) {
            executor.messages().track(tree);
        } else {
            executor.proxy().track(tree);
        }
    }

    /** Acks a message that no task receives. */
    private static void ackIfEmpty(RootTree tree) {
        if (tree.openCount() == 0) {
            tree.complete(RootTree.Outcome.ACKED);
        }
    }

    @Override
    public void emitDirect(
            int taskId, String streamId, List<Object> values, @Nullable Object messageId) {
        emitSlowPath(taskId, streamId, values, messageId);
    }

    @Override
    public void emitDirect(int taskId, List<Object> tuple) {
        emitDirect(taskId, Utils.DEFAULT_STREAM_ID, tuple, null);
    }

    @Override
    public void emitDirect(int taskId, List<Object> tuple, @Nullable Object messageId) {
        emitDirect(taskId, Utils.DEFAULT_STREAM_ID, tuple, messageId);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> tuple) {
        emitDirect(taskId, streamId, tuple, null);
    }

    @Override
    public void reportError(@Nullable Throwable error) {
        executor.topology.reportError(executor.component().componentId(), task.taskId(), error);
    }

    @Override
    public long getPendingCount() {
        return executor.messages().inFlight();
    }

    /** Does nothing: staged tuples are handed over at the end of every step. */
    @Override
    public void flush() {
        // nothing to do
    }
}
