package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.utils.Utils;

/**
 * What a spout emits through; any thread may call it (Storm:
 * executor/spout/SpoutOutputCollectorImpl.java). Works as {@link BoltCollector} does.
 */
abstract class SpoutCollector extends SpoutOutputCollector implements Movable {
    private SpoutExecutor executor;
    private final Task task;
    private final Router router;
    private final boolean acking;
    private final Observer observer;
    private final int sampleEvery;
    private int untilSample;

    SpoutCollector(SpoutExecutor executor, Task task) {
        super((ISpoutOutputCollector) null);
        this.executor = executor;
        this.task = task;
        this.router = task.router();
        this.acking = executor.settings().acking();
        this.observer = Observer.of(executor, task);
        if (observer != null) {
            task.context().watch();
        }
        this.sampleEvery = executor.settings().sampleEvery();
        this.untilSample = sampleEvery;
    }

    final Task task() {
        return task;
    }

    /** The task has moved. While all cores stand still. */
    @Override
    public void moveTo(Executor next) {
        executor = (SpoutExecutor) next;
    }

    final List<Integer> emitMany(
            Core core,
            Driver own,
            Route route,
            Endpoint[] chosen,
            List<Object> values,
            Object messageId) {
        List<Integer> ids = Route.ids(chosen);
        List<Object> sent =
                observer == null
                        ? values
                        : observer.onEmit(route, values, messageId, null, ids, core);
        if (task.isHooked()) {
            Hooks.emit(task, sent, route, ids);
        }
        if (messageId == null || !acking) {
            Delivery.deliverAll(core, route.source(), sent, chosen, null);
            if (messageId != null) {
                ackAtOnce(core, own, messageId);
            }
            return ids;
        }
        RootTree tree = tree(core, route, messageId, chosen.length);
        if (chosen.length == 0) {
            tree.complete(RootTree.Outcome.ACKED);
        } else {
            Delivery.deliverAll(core, route.source(), sent, chosen, tree);
            track(core, own, tree);
        }
        return ids;
    }

    /** The last thing that an emit does: the core may be lost after it. */
    final void ackAtOnce(Core core, Driver own, Object messageId) {
        own.toUser(executor.number());
        try {
            executor.ackAtOnce(task, messageId);
        } finally {
            own.toEngine(core);
        }
    }

    final RootTree tree(Core core, Route route, Object messageId, int open) {
        long startNs = 0;
        if (--untilSample == 0) {
            untilSample = sampleEvery;
            startNs = core.clock().nanoTime();
        }
        return executor.trees()
                .take(core, task.taskId(), route.source().streamId(), messageId, startNs, open);
    }

    /** Most trees of direct calls are complete by now and were never pending. */
    final void track(Core core, Driver own, RootTree tree) {
        if (core.driver() == own) {
            trackOnCore(tree);
        } else {
            core.submit(() -> trackOnCore(tree));
        }
    }

    private void trackOnCore(RootTree tree) {
        if (tree.outcome() == RootTree.Outcome.PENDING) {
            executor.addPending(tree);
        }
    }

    /**
     * @param directTask the task of a direct emit, or -1
     */
    final List<Integer> emitForeign(
            String streamId, int directTask, List<Object> values, Object messageId) {
        Route route;
        Endpoint[] chosen;
        synchronized (task) {
            route = task.foreignRouter().route(streamId);
            chosen =
                    directTask < 0
                            ? route.chooseAll(values)
                            : executor.chooseDirect(route, directTask, values);
        }
        List<Integer> ids = Route.ids(chosen);
        executor.countEmit();
        if (task.isHooked()) {
            Hooks.emit(task, values, route, ids);
        }
        executor.foreign.slowDown();
        Lock tasksStay = executor.host.whileTasksStay();
        tasksStay.lock();
        try {
            if (acking && messageId != null) {
                executor.messageArrives();
            }
            executor.foreign.submit(
                    () ->
                            executor.guarded(
                                    task,
                                    "emit",
                                    () -> deliverOnCore(route, chosen, values, messageId, ids)));
        } finally {
            tasksStay.unlock();
        }
        if (messageId != null && !acking) {
            executor.ackAtOnce(task, messageId);
        }
        return ids;
    }

    private void deliverOnCore(
            Route route,
            Endpoint[] chosen,
            List<Object> values,
            Object messageId,
            List<Integer> ids) {
        Core core = executor.core();
        List<Object> sent =
                observer == null
                        ? values
                        : observer.onEmit(route, values, messageId, null, ids, core);
        if (messageId == null || !acking) {
            Delivery.deliverAll(core, route.source(), sent, chosen, null);
            return;
        }
        RootTree tree = tree(core, route, messageId, chosen.length);
        executor.addPending(tree);
        executor.messageArrived();
        if (chosen.length == 0) {
            tree.complete(RootTree.Outcome.ACKED);
        } else {
            Delivery.deliverAll(core, route.source(), sent, chosen, tree);
        }
    }

    @Override
    public void emitDirect(int taskId, List<Object> tuple) {
        emitDirect(taskId, Utils.DEFAULT_STREAM_ID, tuple, null);
    }

    @Override
    public void emitDirect(int taskId, List<Object> tuple, Object messageId) {
        emitDirect(taskId, Utils.DEFAULT_STREAM_ID, tuple, messageId);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> tuple) {
        emitDirect(taskId, streamId, tuple, null);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> values, Object messageId) {
        Core core = executor.core();
        Driver own = core.driver();
        if (own == null || own.thread() != Thread.currentThread() || !own.toEngine(core)) {
            emitForeign(streamId, taskId, values, messageId);
            return;
        }
        try {
            Route route = router.route(streamId);
            executor.countEmit();
            Endpoint[] chosen = executor.chooseDirect(route, taskId, values);
            emitMany(core, own, route, chosen, values, messageId);
        } finally {
            own.toUser(executor.number());
        }
    }

    @Override
    public void reportError(Throwable error) {
        executor.host.reportError(executor.component().componentId(), task.taskId(), error);
    }

    @Override
    public long getPendingCount() {
        return executor.unansweredMessages();
    }

    /** Nothing to do: what is staged is handed over at the end of every step. */
    @Override
    public void flush() {
        // see above
    }
}
