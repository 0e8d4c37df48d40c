package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.routing.Route;
import java.util.List;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * What a spout emits through; any thread may call it (Storm:
 * executor/spout/SpoutOutputCollectorImpl.java). Works as {@link BoltCollector} does.
 */
abstract class SpoutCollector extends SpoutOutputCollector implements Movable {
    /** Messages that come so rarely are all timed. */
    private static final long RARE_NS = 10_000_000;

    private SpoutExecutor executor;
    private final Task task;
    private final boolean acking;
    private final Emitter emitter;
    private final SampleGaps sampleGaps;
    private int untilSample;
    private long timedNs;

    SpoutCollector(SpoutExecutor executor, Task task) {
        super((ISpoutOutputCollector) null);
        this.executor = executor;
        this.task = task;
        this.acking = executor.settings().acking();
        this.emitter = new Emitter(task);
        this.sampleGaps = new SampleGaps(executor.settings().sampleEvery(), task.taskId());
        this.untilSample = sampleGaps.next();
    }

    /**
     * A turn begins: if no message has been timed so for a while, the next one is, whether it is
     * its turn or not. Of a source with a few messages per second each one counts. Hooks are told
     * times of those that Storm times, and of no others.
     */
    final void beginTurn(long nowNs) {
        if (nowNs - timedNs >= RARE_NS && !task.isHooked()) {
            timedNs = nowNs;
            untilSample = 1;
        }
    }

    final Task task() {
        return task;
    }

    /** The task has moved. While all cores stand still. */
    @Override
    public void moveTo(Executor next) {
        executor = (SpoutExecutor) next;
    }

    /** Emits on the thread that drives the core and is in the engine; it stays there. */
    final List<Integer> emitHere(
            CoreOwner own, String streamId, List<Object> values, @Nullable Object messageId) {
        if (!task.foreign().catchUp(executor.core(), own)) {
            return emitForeign(streamId, Emitter.BY_GROUPING, values, messageId);
        }
        executor.countEmit();
        TupleAnchoring message = new Message(messageId);
        return emitter.emitHere(own, streamId, Emitter.BY_GROUPING, values, message);
    }

    /** Emits a copy of a list that {@link UnpackedValues} has taken apart, on any thread. */
    final List<Integer> emitFew(
            String streamId,
            @Nullable Object messageId,
            int count,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third,
            @Nullable Object fourth) {
        List<Object> values = UnpackedValues.list(count, first, second, third, fourth);
        return emitAnyhow(streamId, values, messageId);
    }

    /** Emits the long way, on any thread. */
    final List<Integer> emitAnyhow(
            String streamId, List<Object> values, @Nullable Object messageId) {
        return emitAnyhow(Emitter.BY_GROUPING, streamId, values, messageId);
    }

    private List<Integer> emitAnyhow(
            int directTask, String streamId, List<Object> values, @Nullable Object messageId) {
        Core core = executor.core();
        CoreOwner own = emitter.enter();
        if (own == null) {
            return emitForeign(streamId, directTask, values, messageId);
        }
        boolean interrupted = Thread.interrupted(); // by the caller: receivers must not see it
        try {
            executor.countEmit();
            return emitter.emitHere(own, streamId, directTask, values, new Message(messageId));
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

    /** Emits on another thread than the core's. */
    final List<Integer> emitForeign(
            String streamId, int directTask, List<Object> values, @Nullable Object messageId) {
        executor.countEmit();
        return emitter.emitForeign(streamId, directTask, values, new Message(messageId));
    }

    /** A message whose tuples the core's own thread emits. */
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
        public TupleAnchoring sendAhead(Task from) {
            if (messageId != null && acking) {
                executor.messages().emittedElsewhere();
            }
            return new ForeignMessage(messageId);
        }

        @Override
        public void onLeftToCore() {
            if (messageId != null && !acking) {
                ((SpoutTask) task).ackAtOnce(messageId);
            }
        }

        @Override
        public @Nullable TupleTree open(Core core, Route route, int tuples) {
            return messageId != null && acking ? tree(core, route, messageId, tuples) : null;
        }

        @Override
        public void onDelivered(Core core, CoreOwner own, @Nullable TupleTree tree) {
            if (tree != null) {
                if (core.driver() == own) { // else it wasn't empty, and others count it now
                    acceptEmpty((RootTree) tree);
                }
                track(core, own, (RootTree) tree);
            } else if (messageId != null) {
                ackAtOnce(core, own, messageId);
            }
        }
    }

    /** One whose tuples come from another thread: it is pending before any of them can end. */
    private final class ForeignMessage extends Message {
        ForeignMessage(@Nullable Object messageId) {
            super(messageId);
        }

        @Override
        public @Nullable TupleTree open(Core core, Route route, int tuples) {
            TupleTree tree = super.open(core, route, tuples);
            if (tree != null) {
                executor.messages().arrived((RootTree) tree);
                acceptEmpty((RootTree) tree);
            }
            return tree;
        }

        @Override
        public void onDelivered(Core core, CoreOwner own, @Nullable TupleTree tree) {
            // it is pending already, and the emitting thread acks it where nobody tracks it
        }
    }

    /** The last thing that an emit does: the core may be lost after it. */
    final void ackAtOnce(Core core, CoreOwner own, Object messageId) {
        own.toUser(executor.number());
        try {
            ((SpoutTask) task).ackAtOnce(messageId);
        } finally {
            own.toEngine(core);
        }
    }

    final RootTree tree(Core core, Route route, Object messageId, int open) {
        long startNs = 0;
        if (--untilSample == 0) {
            untilSample = sampleGaps.next();
            startNs = core.clock().nanoTime();
        }
        return executor.messages()
                .trees()
                .take(core, task.taskId(), route.source().streamId(), messageId, startNs, open);
    }

    /** Most trees of direct calls are complete by now and were never pending. */
    final void track(Core core, CoreOwner own, RootTree tree) {
        if (core.driver() == own) {
            executor.messages().track(tree);
        } else {
            executor.proxy().track(tree);
        }
    }

    /** A message that nobody gets is acked. */
    private static void acceptEmpty(RootTree tree) {
        if (tree.openCount() == 0) {
            tree.complete(RootTree.Outcome.ACKED);
        }
    }

    @Override
    public void emitDirect(
            int taskId, String streamId, List<Object> values, @Nullable Object messageId) {
        emitAnyhow(taskId, streamId, values, messageId);
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
        return executor.messages().underWay();
    }

    /** Nothing to do: what is staged is handed over at the end of every step. */
    @Override
    public void flush() {
        // see above
    }
}
