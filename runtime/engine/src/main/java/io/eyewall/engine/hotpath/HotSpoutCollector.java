package io.eyewall.engine.hotpath;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.emit.Emitter;
import io.eyewall.engine.emit.Tracing;
import io.eyewall.engine.emit.UnpackedValues;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.SlowPathReasons;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import io.eyewall.engine.spout.SpoutCollector;
import io.eyewall.engine.spout.SpoutExecutor;
import io.eyewall.engine.spout.SpoutMessages;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Fast path of a spout's emits: owner thread, one target task, no observers and no tracing. The
 * engine makes copies of this class: see {@link SpecializedClasses}.
 */
final class HotSpoutCollector extends SpoutCollector {
    /**
     * The wiring of the only collector of this copy, or null if the copy has several collectors.
     */
    private static final @Nullable JitConstant<Wiring> CONSTANT_WIRING =
            JitConstant.ofHiddenClass(MethodHandles.lookup());

    private Wiring wiring;

    /** The objects that the collector works with; replaced when its task moves. */
    record Wiring(
            SpoutExecutor executor,
            SpoutMessages messages,
            Core core,
            SlowPathReasons slowPathReasons,
            Router router,
            boolean acking,
            int taskletNumber) {}

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

    /**
     * Emits on the slow path if the emit is traced. {@link #emitUntraced} is a method of its own so
     * that both stay small enough to be inlined.
     */
    @HotPath
    @Override
    public List<Integer> emit(String streamId, List<Object> values, @Nullable Object messageId) {
        boolean checkReasons = SlowPathReasons.wasEverUsed();
        if (checkReasons && Tracing.isEnabled()) {
            // Read before the check, so that only a copy of the list leaves the fast path.
            int count = UnpackedValues.count(values);
            Object first = UnpackedValues.get(values, 0, count);
            Object second = UnpackedValues.get(values, 1, count);
            Object third = UnpackedValues.get(values, 2, count);
            Object fourth = UnpackedValues.get(values, 3, count);
            if (wiring().slowPathReasons().mayBeTraced()) {
                return count == 0
                        ? emitSlowPath(streamId, values, messageId)
                        : emitUnpacked(streamId, messageId, count, first, second, third, fourth);
            }
        }
        return emitUntraced(checkReasons, streamId, values, messageId);
    }

    @HotPath
    private List<Integer> emitUntraced(
            boolean checkReasons,
            String streamId,
            List<Object> values,
            @Nullable Object messageId) {
        Wiring wired = wiring();
        Core core = wired.core();
        SpoutExecutor executor = wired.executor();
        CoreOwner owner = core.owner();
        if (!owner.isCaller()) {
            return emitForeign(streamId, Emitter.BY_GROUPING, values, messageId);
        }
        if (owner.isInterrupted()) { // the slow path hides the flag from receivers
            return emitSlowPath(streamId, values, messageId);
        }
        try {
            if (!owner.toEngine(core)) {
                return emitForeign(streamId, Emitter.BY_GROUPING, values, messageId);
            }
            Route route = wired.router().route(streamId);
            Endpoint target =
                    !checkReasons || wired.slowPathReasons().allowFastPath()
                            ? route.chooseOne(values)
                            : null;
            if (target == null) {
                return emitOnCore(owner, streamId, values, messageId);
            }
            executor.countEmit();
            RootTree tree =
                    messageId != null && wired.acking() ? newTree(core, route, messageId, 1) : null;
            target.deliver(route.source(), values, tree, core, owner);
            if (messageId != null) {
                if (tree != null) {
                    track(core, owner, tree);
                } else {
                    ackImmediately(core, owner, messageId);
                }
            }
            return target.asList();
        } catch (StackOverflowError e) {
            core.emits.overflowed = executor;
            core.emits.overflow = e; // a field, because no stack may be left for a call
            throw e;
        } finally {
            owner.toUser(wired.taskletNumber());
        }
    }
}
