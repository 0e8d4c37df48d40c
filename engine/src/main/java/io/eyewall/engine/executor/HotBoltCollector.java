package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The short way of a bolt's emits: on the core's own thread, to one task, nobody looking. There are
 * copies of this class: see {@link SpecializedClasses}.
 */
final class HotBoltCollector extends BoltCollector {
    /** The wiring of the only collector of this copy, or null if there are several. */
    private static final @Nullable JitConstant<Wiring> ONLY =
            JitConstant.of(MethodHandles.lookup());

    private Wiring wiring;

    /** What it works with until its task moves. */
    record Wiring(
            BoltExecutor executor,
            Core core,
            Task task,
            SlowPathReasons slowPathReasons,
            Router router,
            boolean acking,
            int tasklet) {}

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
        if (ONLY != null) {
            ONLY.set(next);
        }
        return next;
    }

    private Wiring wiring() {
        return ONLY == null ? wiring : ONLY.get();
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

    /** hot path: EmitToExecuteBenchmark. */
    private List<Integer> emit(
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        boolean any = SlowPathReasons.isAny();
        if (any && Tracing.isUsed()) {
            int count = UnpackedValues.count(values);
            Object first = UnpackedValues.get(values, 0, count);
            Object second = UnpackedValues.get(values, 1, count);
            Object third = UnpackedValues.get(values, 2, count);
            Object fourth = UnpackedValues.get(values, 3, count);
            if (Tracing.isTraced(wiring().slowPathReasons(), anchor, anchors)) {
                return count == 0
                        ? emitAnyhow(streamId, anchor, anchors, values)
                        : emitFew(streamId, anchor, anchors, count, first, second, third, fourth);
            }
        }
        return emitUntraced(any, streamId, anchor, anchors, values);
    }

    /** hot path: EmitToExecuteBenchmark. */
    private List<Integer> emitUntraced(
            boolean any,
            String streamId,
            @Nullable Tuple anchor,
            @Nullable Collection<Tuple> anchors,
            List<Object> values) {
        Wiring with = wiring();
        Core core = with.core();
        BoltExecutor executor = with.executor();
        CoreOwner own = core.driver();
        if (!own.isCaller()) {
            return emitForeign(streamId, Emitter.BY_GROUPING, anchor, anchors, values);
        }
        if (own.isInterrupted()) {
            return emitAnyhow(streamId, anchor, anchors, values);
        }
        try {
            if (!own.toEngine(core)) {
                return emitForeign(streamId, Emitter.BY_GROUPING, anchor, anchors, values);
            }
            Route route = with.router().route(streamId);
            Endpoint one = !any || with.slowPathReasons().isNone() ? route.chooseOne(values) : null;
            if (one == null) {
                return emitHere(own, streamId, anchor, anchors, values);
            }
            TupleTree tree = null;
            if (with.acking()) {
                if (anchor != null) {
                    tree = Anchors.treeOf(core, anchor);
                    if (tree != null) {
                        tree.open(1);
                    }
                } else if (anchors != null) {
                    tree = Anchors.openFor(core, anchors, 1);
                }
            }
            one.deliver(route.source(), values, tree, core, own);
            return one.asList();
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // no call: no stack may be left for one
            throw e;
        } finally {
            own.toUser(with.tasklet());
        }
    }

    /** hot path: EmitToExecuteBenchmark. */
    @Override
    public void ack(Tuple input) {
        Wiring with = wiring();
        if (!with.acking()) {
            return;
        }
        Core core = with.core();
        CoreOwner own = core.driver();
        if (!(input instanceof EngineTuple tuple)
                || tuple.destination() != with.task()
                || !with.slowPathReasons().isNone()
                || tuple.isTraced()
                || !own.isCaller()) {
            ackAnyhow(input);
            return;
        }
        BoltExecutor executor = with.executor();
        try {
            if (!own.toEngine(core)) {
                ackAnyhow(input);
                return;
            }
            TreeOwner owner = tuple.treeOwner();
            if (owner != null) {
                core.finishInput(tuple.takeTree(), owner);
            }
            InputStats stats = with.task().input(tuple.source());
            stats.acked++;
            int sample = tuple.takeSample();
            if (sample != 0) {
                executor.countProcess(stats, sample);
            }
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // no call: no stack may be left for one
            throw e;
        } finally {
            own.toUser(with.tasklet());
        }
    }
}
