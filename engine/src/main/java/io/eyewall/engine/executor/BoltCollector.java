package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.utils.Utils;

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
    private final Router router;
    private final boolean acking;
    private final Observer observer;

    BoltCollector(BoltExecutor executor, Task task) {
        super((IOutputCollector) null);
        this.executor = executor;
        this.task = task;
        this.router = task.router();
        this.acking = executor.settings().acking();
        this.observer = Observer.of(executor, task);
        if (observer != null) {
            task.context().watch();
        }
    }

    final Task task() {
        return task;
    }

    /** The task has moved. While all cores stand still. */
    @Override
    public void moveTo(Executor next) {
        executor = (BoltExecutor) next;
    }

    /** Runs a command on the core of the task's executor. Any thread but that core's. */
    private void submit(Runnable command) {
        executor.foreign.slowDown();
        Lock tasksStay = executor.host.whileTasksStay();
        tasksStay.lock();
        try {
            executor.foreign.submit(command);
        } finally {
            tasksStay.unlock();
        }
    }

    final List<Integer> emitMany(
            Core core,
            Route route,
            Endpoint[] chosen,
            Tuple anchor,
            Collection<Tuple> anchors,
            List<Object> values) {
        List<Integer> ids = Route.ids(chosen);
        List<Object> sent = values;
        if (observer != null) {
            Collection<Tuple> all = anchor == null ? anchors : List.of(anchor);
            sent = observer.onEmit(route, values, null, all, ids, core);
        }
        if (task.isHooked()) {
            Hooks.emit(task, sent, route, ids);
        }
        deliver(core, route, chosen, anchor, anchors, sent);
        return ids;
    }

    private void deliver(
            Core core,
            Route route,
            Endpoint[] chosen,
            Tuple anchor,
            Collection<Tuple> anchors,
            List<Object> values) {
        TupleTree tree = null;
        if (acking) {
            tree =
                    Delivery.openFor(
                            core, anchor == null ? anchors : List.of(anchor), chosen.length);
        }
        Delivery.deliverAll(core, route.source(), values, chosen, tree);
    }

    final List<Integer> emitForeign(
            String streamId, Tuple anchor, Collection<Tuple> anchors, List<Object> values) {
        Route route;
        Endpoint[] chosen;
        synchronized (task) {
            route = task.foreignRouter().route(streamId);
            chosen = route.chooseAll(values);
        }
        return submitForeign(route, chosen, anchor, anchors, values);
    }

    private List<Integer> submitForeign(
            Route route,
            Endpoint[] chosen,
            Tuple anchor,
            Collection<Tuple> anchors,
            List<Object> values) {
        List<Integer> ids = Route.ids(chosen);
        List<Tuple> all =
                anchor != null ? List.of(anchor) : anchors == null ? null : List.copyOf(anchors);
        if (task.isHooked()) {
            Hooks.emit(task, values, route, ids);
        }
        submit(
                () ->
                        executor.guarded(
                                task,
                                "emit",
                                () ->
                                        deliverOnCore(
                                                executor.core(), route, chosen, all, values, ids)));
        return ids;
    }

    private void deliverOnCore(
            Core core,
            Route route,
            Endpoint[] chosen,
            List<Tuple> anchors,
            List<Object> values,
            List<Integer> ids) {
        List<Object> sent =
                observer == null
                        ? values
                        : observer.onEmit(route, values, null, anchors, ids, core);
        deliver(core, route, chosen, null, anchors, sent);
    }

    @Override
    public void emitDirect(int taskId, List<Object> tuple) {
        emitDirect(taskId, Utils.DEFAULT_STREAM_ID, null, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, Tuple anchor, List<Object> tuple) {
        emitDirect(taskId, Utils.DEFAULT_STREAM_ID, anchor, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, Collection<Tuple> anchors, List<Object> tuple) {
        emitDirect(taskId, Utils.DEFAULT_STREAM_ID, null, anchors, tuple);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> tuple) {
        emitDirect(taskId, streamId, null, null, tuple);
    }

    @Override
    public void emitDirect(int taskId, String streamId, Tuple anchor, List<Object> tuple) {
        emitDirect(taskId, streamId, anchor, null, tuple);
    }

    @Override
    public void emitDirect(
            int taskId, String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        emitDirect(taskId, streamId, null, anchors, tuple);
    }

    private void emitDirect(
            int taskId,
            String streamId,
            Tuple anchor,
            Collection<Tuple> anchors,
            List<Object> values) {
        Core core = executor.core();
        Driver own = core.driver();
        if (own == null || own.thread() != Thread.currentThread() || !own.toEngine(core)) {
            Route route;
            Endpoint[] chosen;
            synchronized (task) {
                route = task.foreignRouter().route(streamId);
                chosen = executor.chooseDirect(route, taskId, values);
            }
            submitForeign(route, chosen, anchor, anchors, values);
            return;
        }
        try {
            Route route = router.route(streamId);
            Endpoint[] chosen = executor.chooseDirect(route, taskId, values);
            emitMany(core, route, chosen, anchor, anchors, values);
        } finally {
            own.toUser(executor.number());
        }
    }

    /**
     * A tuple that a bolt read back from its state is in no tree: nothing to do. What is no tuple
     * at all must throw at its caller, not on the core later.
     */
    private static void checkRestored(Tuple input) {
        Objects.requireNonNull((TupleImpl) input, "tuple");
    }

    /** All that is not the short way of {@link HotBoltCollector#ack}. */
    final void ackAnyhow(Tuple input) {
        if (!(input instanceof EngineTuple tuple)) {
            checkRestored(input);
            return;
        }
        if (observer != null) {
            observer.onFinish(tuple.tree());
        }
        long processNs = -1;
        Core core = executor.core();
        Driver own = core.driver();
        if (own == null || own.thread() != Thread.currentThread() || !own.toEngine(core)) {
            submit(() -> ackOnCore(tuple, executor.core()));
        } else {
            processNs = ackOnCore(tuple, core);
            own.toUser(executor.number());
        }
        if (task.isHooked()) {
            Hooks.boltAck(task, input, toMs(processNs));
        }
    }

    private static long toMs(long ns) {
        return ns < 0 ? -1 : ns / 1_000_000;
    }

    /** How long the tuple was processed, in nanoseconds, or -1 if it was not sampled. */
    private long ackOnCore(EngineTuple tuple, Core core) {
        TupleTree tree = tuple.takeTree();
        if (tree != null) {
            core.finish(tree, tuple.treeOwner());
            if (observer != null) {
                observer.onFinished(tree, false);
            }
        }
        InputStats input = task.input(tuple.source());
        input.acked++;
        return executor.countProcess(input, tuple.takeSample());
    }

    @Override
    public void fail(Tuple input) {
        if (!acking) {
            return;
        }
        if (!(input instanceof EngineTuple tuple)) {
            checkRestored(input);
            return;
        }
        if (observer != null) {
            observer.onFinish(tuple.tree());
        }
        long processNs = -1;
        Core core = executor.core();
        Driver own = core.driver();
        if (own == null || own.thread() != Thread.currentThread() || !own.toEngine(core)) {
            submit(() -> failOnCore(tuple));
        } else {
            processNs = failOnCore(tuple);
            own.toUser(executor.number());
        }
        if (task.isHooked()) {
            Hooks.boltFail(task, input, toMs(processNs));
        }
    }

    /** The tuple stays open in its tree, so that the tree can't be acked before it is failed. */
    private long failOnCore(EngineTuple tuple) {
        TupleTree tree = tuple.takeTree();
        if (tree != null) {
            tree.forEachRoot(root -> root.listener().failLater(root));
            if (observer != null) {
                observer.onFinished(tree, true);
            }
        }
        task.input(tuple.source()).failed++;
        return executor.processNs(tuple.takeSample());
    }

    @Override
    public void resetTimeout(Tuple input) {
        if (!(input instanceof EngineTuple tuple)) {
            checkRestored(input);
            return;
        }
        Lock tasksStay = executor.host.whileTasksStay();
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
    public void reportError(Throwable error) {
        executor.host.reportError(executor.component().componentId(), task.taskId(), error);
    }

    /** Nothing to do: what is staged is handed over at the end of every step. */
    @Override
    public void flush() {
        // see above
    }
}
