package io.eyewall.engine.hotpath;

import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.bolt.BoltCollector;
import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.emit.Anchors;
import io.eyewall.engine.emit.Emitter;
import io.eyewall.engine.emit.Tracing;
import io.eyewall.engine.emit.UnpackedValues;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.SlowPathReasons;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Fast path of a bolt's emits: owner thread, one target task, no observers and no tracing. The
 * engine makes copies of this class: see {@link SpecializedClasses}.
 */
final class HotBoltCollector extends BoltCollector {
    /**
     * The wiring of the only collector of this copy, or null if the copy has several collectors.
     */
    private static final @Nullable JitConstant<Wiring> CONSTANT_WIRING =
            JitConstant.ofHiddenClass(MethodHandles.lookup());

    private Wiring wiring;

    /** The objects that the collector works with; replaced when its task moves. */
    record Wiring(
            BoltExecutor executor,
            Core core,
            Task task,
            SlowPathReasons slowPathReasons,
            Router router,
            boolean acking,
            int taskletNumber) {}

    HotBoltCollector(BoltExecutor executor, Task task) {
        super(executor, task);
        this.wiring = wire(executor, task);
    }

    private static Wiring wire(BoltExecutor executor, Task task) {
        Wiring next =
                new Wiring(
                        executor,
                        executor.core(),
                        task,
                        task.context().slowPathReasons(),
                        task.router(),
                        executor.settings().acking(),
                        executor.number());
        if (CONSTANT_WIRING != null) {
            CONSTANT_WIRING.set(next);
        }
        return next;
    }

    private Wiring wiring() {
        return CONSTANT_WIRING == null ? wiring : CONSTANT_WIRING.get();
    }

    @Override
    public void moveTo(Executor next) {
        super.moveTo(next);
        wiring = wire((BoltExecutor) next, task());
    }

    @Override
    public List<Integer> emit(List<Object> tuple) {
        return emit(Utils.DEFAULT_STREAM_ID, null, null, tuple);
    }

    @Override
    public List<Integer> emit(Tuple anchor, List<Object> tuple) {
        return emit(Utils.DEFAULT_STREAM_ID, anchor, null, tuple);
    }

    @Override
    public List<Integer> emit(String streamId, List<Object> tuple) {
        return emit(streamId, null, null, tuple);
    }

    @Override
    public List<Integer> emit(String streamId, Tuple anchor, List<Object> tuple) {
        return emit(streamId, anchor, null, tuple);
    }

    @Override
    public List<Integer> emit(Collection<Tuple> anchors, List<Object> tuple) {
        return emit(Utils.DEFAULT_STREAM_ID, null, anchors, tuple);
    }

    @Override
    public List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        return emit(streamId, null, anchors, tuple);
    }

    /**
     * Emits on the slow path if the emit is traced. {@link #emitUntraced} is a method of its own so
     * that both stay small enough to be inlined.
     */
    @HotPath
    private List<Integer> emit(
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        boolean checkReasons = SlowPathReasons.wasEverUsed();
        if (checkReasons && Tracing.isEnabled()) {
            // Read before the check, so that only a copy of the list leaves the fast path.
            int count = UnpackedValues.count(values);
            Object first = UnpackedValues.get(values, 0, count);
            Object second = UnpackedValues.get(values, 1, count);
            Object third = UnpackedValues.get(values, 2, count);
            Object fourth = UnpackedValues.get(values, 3, count);
            if (Tracing.isTraced(wiring().slowPathReasons(), anchor, anchors)) {
                return count == 0
                        ? emitSlowPath(streamId, anchor, anchors, values)
                        : emitUnpacked(
                                streamId, anchor, anchors, count, first, second, third, fourth);
            }
        }
        return emitUntraced(checkReasons, streamId, anchor, anchors, values);
    }

    @HotPath
    private List<Integer> emitUntraced(
            boolean checkReasons,
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        Wiring wired = wiring();
        Core core = wired.core();
        BoltExecutor executor = wired.executor();
        CoreOwner owner = core.owner();
        if (!owner.isCaller()) {
            return emitForeign(streamId, Emitter.BY_GROUPING, anchor, anchors, values);
        }
        if (owner.isInterrupted()) { // the slow path hides the flag from receivers
            return emitSlowPath(streamId, anchor, anchors, values);
        }
        try {
            if (!owner.toEngine(core)) {
                return emitForeign(streamId, Emitter.BY_GROUPING, anchor, anchors, values);
            }
            Route route = wired.router().route(streamId);
            Endpoint target =
                    !checkReasons || wired.slowPathReasons().allowFastPath()
                            ? route.chooseOne(values)
                            : null;
            if (target == null) {
                return emitOnCore(owner, streamId, anchor, anchors, values);
            }
            TupleTree tree = null;
            if (wired.acking()) {
                if (anchor != null) {
                    tree = Anchors.treeOf(core, anchor);
                    if (tree != null) {
                        tree.open(1);
                    }
                } else if (anchors != null) {
                    tree = Anchors.openFor(core, anchors, 1);
                }
            }
            target.deliver(route.source(), values, tree, core, owner);
            return target.asList();
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // a field, because no stack may be left for a call
            throw e;
        } finally {
            owner.toUser(wired.taskletNumber());
        }
    }

    @HotPath
    @Override
    public void ack(Tuple input) {
        Wiring wired = wiring();
        if (!wired.acking()) {
            return;
        }
        Core core = wired.core();
        CoreOwner owner = core.owner();
        if (!(input instanceof EngineTuple tuple)
                || tuple.destination() != wired.task()
                || !wired.slowPathReasons().allowFastPath()
                || tuple.isTraced()
                || !owner.isCaller()) {
            ackSlowPath(input);
            return;
        }
        BoltExecutor executor = wired.executor();
        try {
            if (!owner.toEngine(core)) {
                ackSlowPath(input);
                return;
            }
            TreeOwner treeOwner = tuple.treeOwner();
            if (treeOwner != null) {
                core.finishInput(tuple.takeTree(), treeOwner);
            }
            InputStats stats = wired.task().input(tuple.source());
            stats.acked++;
            int sample = tuple.takeSample();
            if (sample != 0) {
                executor.countProcess(stats, sample);
            }
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // a field, because no stack may be left for a call
            throw e;
        } finally {
            owner.toUser(wired.taskletNumber());
        }
    }
}
