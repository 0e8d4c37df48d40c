package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import java.util.List;
import org.apache.storm.utils.Utils;

/**
 * The short way of a spout's emits: on the core's own thread, to one task, nobody looking. There is
 * a copy of this class per component: see {@link HotCopies}.
 */
final class HotSpoutCollector extends SpoutCollector {
    private SpoutExecutor executor;
    private final Task task;
    private final Router router;
    private final boolean acking;

    HotSpoutCollector(SpoutExecutor executor, Task task) {
        super(executor, task);
        this.executor = executor;
        this.task = task;
        this.router = task.router();
        this.acking = executor.settings().acking();
    }

    @Override
    public void moveTo(Executor next) {
        super.moveTo(next);
        executor = (SpoutExecutor) next;
    }

    @Override
    public List<Integer> emit(List<Object> tuple) {
        return emit(Utils.DEFAULT_STREAM_ID, tuple, null);
    }

    @Override
    public List<Integer> emit(List<Object> tuple, Object messageId) {
        return emit(Utils.DEFAULT_STREAM_ID, tuple, messageId);
    }

    @Override
    public List<Integer> emit(String streamId, List<Object> tuple) {
        return emit(streamId, tuple, null);
    }

    /** hot path: EmitToExecuteBenchmark. */
    @Override
    public List<Integer> emit(String streamId, List<Object> values, Object messageId) {
        Core core = executor.core();
        Driver own = core.driver();
        if (own.thread() != Thread.currentThread() || !own.toEngine(core)) {
            return emitForeign(streamId, -1, values, messageId);
        }
        try {
            Route route = router.route(streamId);
            executor.countEmit();
            Endpoint one = task.isWatched() ? null : route.chooseOne(values);
            if (one == null) {
                return emitMany(core, own, route, route.chooseAll(values), values, messageId);
            }
            RootTree tree = messageId != null && acking ? tree(core, route, messageId, 1) : null;
            EngineTuple tuple = new EngineTuple(route.source(), values, one, tree);
            Core target = one.core();
            if (target == core) {
                one.receive(tuple);
            } else {
                core.send(target, tuple);
            }
            if (messageId != null) {
                if (tree != null) {
                    track(core, own, tree);
                } else {
                    ackAtOnce(core, own, messageId);
                }
            }
            return one.asList();
        } finally {
            own.toUser();
        }
    }
}
