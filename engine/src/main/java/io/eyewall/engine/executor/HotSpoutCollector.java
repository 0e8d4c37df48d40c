package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The short way of a spout's emits: on the core's own thread, to one task, nobody looking. There
 * are copies of this class: see {@link SpecializedClasses}.
 */
final class HotSpoutCollector extends SpoutCollector {
    /** The wiring of the only collector of this copy, or null if there are several. */
    private static final @Nullable JitConstant<Wiring> ONLY =
            JitConstant.of(MethodHandles.lookup());

    private Wiring wiring;

    /** What it works with until its task moves. */
    record Wiring(
            SpoutExecutor executor,
            SpoutMessages messages,
            Core core,
            SlowPathReasons slowPathReasons,
            Router router,
            boolean acking,
            int tasklet) {}

    HotSpoutCollector(SpoutExecutor executor, Task task) {
        super(executor, task);
        this.wiring = wire(executor, task);
    }

    private static Wiring wire(SpoutExecutor executor, Task task) {
        Wiring next =
                new Wiring(
                        executor,
                        executor.messages(),
                        executor.core(),
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
        wiring = wire((SpoutExecutor) next, task());
    }

    @Override
    public List<Integer> emit(List<Object> tuple) {
        return emit(Utils.DEFAULT_STREAM_ID, tuple, null);
    }

    @Override
    public List<Integer> emit(List<Object> tuple, @Nullable Object messageId) {
        return emit(Utils.DEFAULT_STREAM_ID, tuple, messageId);
    }

    @Override
    public List<Integer> emit(String streamId, List<Object> tuple) {
        return emit(streamId, tuple, null);
    }

    /** hot path: EmitToExecuteBenchmark. */
    @Override
    public List<Integer> emit(String streamId, List<Object> values, @Nullable Object messageId) {
        boolean any = SlowPathReasons.isAny();
        if (any && Tracing.isUsed()) {
            int count = UnpackedValues.count(values);
            Object first = UnpackedValues.get(values, 0, count);
            Object second = UnpackedValues.get(values, 1, count);
            Object third = UnpackedValues.get(values, 2, count);
            Object fourth = UnpackedValues.get(values, 3, count);
            if (wiring().slowPathReasons().isTraced()) {
                return count == 0
                        ? emitAnyhow(streamId, values, messageId)
                        : emitFew(streamId, messageId, count, first, second, third, fourth);
            }
        }
        return emitUntraced(any, streamId, values, messageId);
    }

    /** hot path: EmitToExecuteBenchmark. */
    private List<Integer> emitUntraced(
            boolean any, String streamId, List<Object> values, @Nullable Object messageId) {
        Wiring with = wiring();
        Core core = with.core();
        SpoutExecutor executor = with.executor();
        CoreOwner own = core.driver();
        if (!own.isCaller()) {
            return emitForeign(streamId, Emitter.BY_GROUPING, values, messageId);
        }
        if (own.isInterrupted()) {
            return emitAnyhow(streamId, values, messageId);
        }
        try {
            if (!own.toEngine(core)) {
                return emitForeign(streamId, Emitter.BY_GROUPING, values, messageId);
            }
            Route route = with.router().route(streamId);
            Endpoint one = !any || with.slowPathReasons().isNone() ? route.chooseOne(values) : null;
            if (one == null) {
                return emitHere(own, streamId, values, messageId);
            }
            executor.countEmit();
            RootTree tree =
                    messageId != null && with.acking() ? tree(core, route, messageId, 1) : null;
            one.deliver(route.source(), values, tree, core, own);
            if (messageId != null) {
                if (tree != null) {
                    track(core, own, tree);
                } else {
                    ackAtOnce(core, own, messageId);
                }
            }
            return one.asList();
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // no call: no stack may be left for one
            throw e;
        } finally {
            own.toUser(with.tasklet());
        }
    }
}
