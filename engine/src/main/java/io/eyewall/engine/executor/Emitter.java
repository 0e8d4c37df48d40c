package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.routing.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The long way of a task's emits, the same for spouts and bolts: to several tasks, or directly, or
 * with somebody looking on, or from another thread than the core's. The short way is in {@link
 * HotBoltCollector} and {@link HotSpoutCollector}. Any thread.
 */
final class Emitter {
    /** As a task: the grouping chooses. */
    static final int BY_GROUPING = -1;

    private final Task task;
    private final @Nullable EmitObserver observer;

    Emitter(Task task) {
        this.task = task;
        this.observer = EmitObserver.of(task.executor(), task);
        if (observer != null) {
            task.context().watch();
        }
    }

    /** Who looks at every tuple, or null. */
    @Nullable EmitObserver observer() {
        return observer;
    }

    /**
     * Comes into the engine from user code, and does first what other threads have wanted before.
     *
     * @return the claim of the calling thread, if it drives the task's core; it must go back with
     *     {@link #leave}; null if it goes the way of a foreign thread
     */
    @Nullable CoreOwner enter() {
        Core core = task.executor().core();
        CoreOwner own = core.driverIfAny();
        boolean drives =
                own != null
                        && own.isCaller()
                        && own.toEngine(core)
                        && task.foreign().catchUp(core, own);
        return drives ? own : null;
    }

    /** Goes back into the user code that called. */
    void leave(CoreOwner own) {
        own.toUser(task.executor().number());
    }

    /**
     * Emits on the thread that drives the core, between {@link #enter} and {@link #leave}. Where it
     * loses the core to a grouping or a hook of the user's, the core does the rest, as of an emit
     * by another thread.
     *
     * @param directTask whom a direct emit names, or {@link #BY_GROUPING}
     * @return the tasks that get it
     */
    List<Integer> emitHere(
            CoreOwner own,
            String streamId,
            int directTask,
            List<Object> values,
            TupleAnchoring lineage) {
        Route route = task.router().route(streamId);
        Endpoint[] chosen = choose(route, directTask, values);
        List<Integer> ids = Route.ids(chosen);
        Core core = task.executor().core();
        boolean drives = core.driver() == own;
        TracedEmit traced = null;
        if (!drives || callsUser(lineage)) {
            if (drives) {
                leave(own);
            }
            traced = tellUser(route, ids, values, lineage);
            if (!drives || !own.toEngine(core)) {
                leaveToCore(new ForeignEmit(route, chosen, ids, values, traced), lineage);
                return ids;
            }
        }
        List<Object> sent = look(route, values, lineage, ids, core);
        deliver(core, own, route, chosen, sent, lineage, traced);
        return ids;
    }

    /**
     * Emits on another thread: who gets it is decided now, the rest happens on the core.
     *
     * @param directTask as of {@link #emitHere}
     * @return the tasks that get it
     */
    List<Integer> emitForeign(
            String streamId, int directTask, List<Object> values, TupleAnchoring lineage) {
        Route route;
        Endpoint[] chosen;
        synchronized (task) {
            route = task.foreignRouter().route(streamId);
            chosen = choose(route, directTask, values);
        }
        List<Integer> ids = Route.ids(chosen);
        TracedEmit traced = tellUser(route, ids, values, lineage);
        leaveToCore(new ForeignEmit(route, chosen, ids, values, traced), lineage);
        return ids;
    }

    /** Whether {@link #tellUser} calls any. */
    private boolean callsUser(TupleAnchoring lineage) {
        return task.isHooked()
                || (observer != null && observer.callsUser())
                || mayBeTraced(lineage);
    }

    /**
     * Calls the user code that an emit is shown to: that which prints or serializes its values, and
     * hooks. As the user code that emits, on its thread.
     *
     * @return null if the emit is not traced
     */
    private @Nullable TracedEmit tellUser(
            Route route, List<Integer> ids, List<Object> values, TupleAnchoring lineage) {
        if (observer != null) {
            observer.showValues(route, values, ids);
        }
        if (task.isHooked()) {
            Hooks.emit(task, values, route, ids);
        }
        return mayBeTraced(lineage) ? TracedEmit.of(task, lineage, route, ids, values) : null;
    }

    private boolean mayBeTraced(TupleAnchoring lineage) {
        return Tracing.isUsed() && TracedEmit.mayBe(task, lineage);
    }

    private void leaveToCore(ForeignEmit rest, TupleAnchoring lineage) {
        task.foreign().submitEmit(() -> rest.with(lineage.sendAhead(task)), rest.values);
        lineage.onLeftToCore();
    }

    private Endpoint[] choose(Route route, int directTask, List<Object> values) {
        return directTask == BY_GROUPING
                ? route.chooseAll(values)
                : chooseDirect(route, directTask, values);
    }

    /** The task that a direct emit names; none if its component does not subscribe. */
    private Endpoint[] chooseDirect(Route route, int taskId, List<Object> values) {
        Task target = task.executor().topology.task(taskId);
        String targetComponent = target == null ? null : target.context().getThisComponentId();
        return route.chooseDirect(targetComponent, target, values);
    }

    private List<Object> look(
            Route route,
            List<Object> values,
            TupleAnchoring lineage,
            List<Integer> ids,
            Core core) {
        return observer == null
                ? values
                : observer.onEmit(route, values, lineage.messageId(), lineage.anchors(), ids, core);
    }

    private void deliver(
            Core core,
            CoreOwner own,
            Route route,
            Endpoint[] chosen,
            List<Object> values,
            TupleAnchoring lineage,
            @Nullable TracedEmit traced) {
        TupleTree tree = lineage.open(core, route, chosen.length);
        if (traced != null) {
            traced.opened(task, tree);
        }
        boolean interrupted = Thread.interrupted(); // by a hook, say: receivers must not see it
        try {
            Delivery.deliverAll(core, route.source(), values, chosen, tree, traced);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        lineage.onDelivered(core, own, tree);
    }

    /** What is left to the core of an emit by another thread. */
    private final class ForeignEmit implements Runnable {
        private final Route route;
        private final Endpoint[] chosen;
        private final List<Integer> ids;
        private final List<Object> values;
        private final @Nullable TracedEmit traced;
        private TupleAnchoring lineage = TupleAnchoring.NONE;

        /**
         * @param traced null if it is not traced
         */
        ForeignEmit(
                Route route,
                Endpoint[] chosen,
                List<Integer> ids,
                List<Object> values,
                @Nullable TracedEmit traced) {
            this.route = route;
            this.chosen = chosen;
            this.ids = ids;
            this.values = values;
            this.traced = traced;
        }

        ForeignEmit with(TupleAnchoring sentAhead) {
            lineage = sentAhead;
            return this;
        }

        @Override
        public void run() {
            task.executor().userCode().guarded(task, "emit", this::deliverNow);
        }

        private void deliverNow() {
            Core core = task.executor().core();
            List<Object> sent = look(route, values, lineage, ids, core);
            deliver(core, core.driver(), route, chosen, sent, lineage, traced);
        }
    }
}
