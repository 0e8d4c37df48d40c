package io.eyewall.engine.emit;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slow path of a task's emits, shared by spouts and bolts: emits to several tasks, direct
 * emits, emits with observers or tracing, and emits on a thread other than the core's owner. The
 * fast path is in {@code HotBoltCollector} and {@code HotSpoutCollector}. Any thread.
 */
public final class Emitter {
    /** A value of {@code directTask}: the grouping chooses the target tasks. */
    public static final int BY_GROUPING = -1;

    private final Task task;
    private final EmitTracer tracer;
    private final @Nullable EmitObserver observer;

    public Emitter(Task task, EmitTracer tracer) {
        this.task = task;
        this.tracer = tracer;
        this.observer = EmitObserver.createIfNeeded(task.executor(), task);
        if (observer != null) {
            task.context().setObserved();
        }
    }

    /** Returns the observer of every tuple, or null. */
    public @Nullable EmitObserver observer() {
        return observer;
    }

    /**
     * Enters the engine from user code, and first runs the calls that other threads submitted
     * before.
     *
     * @return the core's owner if that is the calling thread, which must leave by {@link
     *     #leaveEngine}; null if the emit must be made as a foreign call
     */
    public @Nullable CoreOwner enterEngine() {
        Core core = task.executor().core();
        CoreOwner owner = core.ownerIfAny();
        boolean ownsCore =
                owner != null
                        && owner.isCaller()
                        && owner.toEngine(core)
                        && task.foreignCalls().catchUp(core, owner);
        return ownsCore ? owner : null;
    }

    /** Returns to the user code that called. */
    public void leaveEngine(CoreOwner owner) {
        owner.toUser(task.executor().number());
    }

    /**
     * Emits on the core's owner thread, between {@link #enterEngine} and {@link #leaveEngine}. If
     * the thread loses the core in a grouping or hook of the user, the core completes the emit as
     * for a foreign call.
     *
     * @param directTask the task that a direct emit names, or {@link #BY_GROUPING}
     * @return the tasks that receive the tuple
     */
    public List<Integer> emitOnCore(
            CoreOwner owner,
            String streamId,
            int directTask,
            List<Object> values,
            TupleAnchoring anchoring) {
        Route route = task.router().route(streamId);
        Endpoint[] chosen = chooseTargets(route, directTask, values);
        List<Integer> targetIds = Route.ids(chosen);
        Core core = task.executor().core();
        boolean ownsCore = core.owner() == owner;
        TracedEmit traced = null;
        if (!ownsCore || callsUserCode(anchoring)) {
            if (ownsCore) {
                leaveEngine(owner);
            }
            traced = callObservers(route, targetIds, values, anchoring);
            if (!ownsCore || !owner.toEngine(core)) {
                submitToCore(new ForeignEmit(route, chosen, targetIds, values, traced), anchoring);
                return targetIds;
            }
        }
        List<Object> observed = observe(route, values, anchoring, targetIds, core);
        deliver(core, owner, route, chosen, observed, anchoring, traced);
        return targetIds;
    }

    /**
     * Emits on another thread: chooses the target tasks now; the core delivers the tuples later.
     *
     * @param directTask as for {@link #emitOnCore}
     * @return the tasks that receive the tuple
     */
    public List<Integer> emitForeign(
            String streamId, int directTask, List<Object> values, TupleAnchoring anchoring) {
        Route route;
        Endpoint[] chosen;
        synchronized (task) {
            route = task.foreignRouter().route(streamId);
            chosen = chooseTargets(route, directTask, values);
        }
        List<Integer> targetIds = Route.ids(chosen);
        TracedEmit traced = callObservers(route, targetIds, values, anchoring);
        submitToCore(new ForeignEmit(route, chosen, targetIds, values, traced), anchoring);
        return targetIds;
    }

    /** Returns whether {@link #callObservers} calls user code. */
    private boolean callsUserCode(TupleAnchoring anchoring) {
        return task.isHooked()
                || (observer != null && observer.callsUserCode())
                || mayBeTraced(anchoring);
    }

    /**
     * Calls the user code that observes an emit: code that prints or serializes its values, and
     * hooks. Runs as the user code that emits, on its thread.
     *
     * @return null if the emit is not traced
     */
    private @Nullable TracedEmit callObservers(
            Route route, List<Integer> targetIds, List<Object> values, TupleAnchoring anchoring) {
        if (observer != null) {
            observer.logAndSerialize(route, values, targetIds);
        }
        if (task.isHooked()) {
            Hooks.callEmit(task, values, route, targetIds);
        }
        return mayBeTraced(anchoring) ? tracer.begin(anchoring, route, targetIds, values) : null;
    }

    private boolean mayBeTraced(TupleAnchoring anchoring) {
        return Tracing.isEnabled() && tracer.mayTrace(anchoring);
    }

    private void submitToCore(ForeignEmit emit, TupleAnchoring anchoring) {
        task.foreignCalls()
                .submitEmit(() -> emit.withAnchoring(anchoring.prepareForeign(task)), emit.values);
        anchoring.onSubmitted();
    }

    private Endpoint[] chooseTargets(Route route, int directTask, List<Object> values) {
        return directTask == BY_GROUPING
                ? route.chooseAll(values)
                : chooseDirect(route, directTask, values);
    }

    /** Returns the task that a direct emit names; none if its component does not subscribe. */
    private Endpoint[] chooseDirect(Route route, int taskId, List<Object> values) {
        Task target = task.executor().topology.task(taskId);
        String targetComponent = target == null ? null : target.context().getThisComponentId();
        return route.chooseDirect(targetComponent, target, values);
    }

    private List<Object> observe(
            Route route,
            List<Object> values,
            TupleAnchoring anchoring,
            List<Integer> targetIds,
            Core core) {
        return observer == null
                ? values
                : observer.onEmit(
                        route, values, anchoring.messageId(), anchoring.anchors(), targetIds, core);
    }

    private void deliver(
            Core core,
            CoreOwner owner,
            Route route,
            Endpoint[] chosen,
            List<Object> values,
            TupleAnchoring anchoring,
            @Nullable TracedEmit traced) {
        TupleTree tree = anchoring.open(core, route, chosen.length);
        if (traced != null) {
            traced.onOpened(tree);
        }
        boolean interrupted = Thread.interrupted(); // set by user code: receivers must not see it
        try {
            Delivery.deliverAll(core, route.source(), values, chosen, tree, traced);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        anchoring.onDelivered(core, owner, tree);
    }

    /** The part of a foreign call's emit that the core executes. */
    private final class ForeignEmit implements Runnable {
        private final Route route;
        private final Endpoint[] chosen;
        private final List<Integer> targetIds;
        private final List<Object> values;
        private final @Nullable TracedEmit traced;
        private TupleAnchoring anchoring = TupleAnchoring.NONE;

        /**
         * @param traced null if the emit is not traced
         */
        ForeignEmit(
                Route route,
                Endpoint[] chosen,
                List<Integer> targetIds,
                List<Object> values,
                @Nullable TracedEmit traced) {
            this.route = route;
            this.chosen = chosen;
            this.targetIds = targetIds;
            this.values = values;
            this.traced = traced;
        }

        ForeignEmit withAnchoring(TupleAnchoring prepared) {
            anchoring = prepared;
            return this;
        }

        @Override
        public void run() {
            task.executor().userCode().guarded(task, "emit", this::deliverNow);
        }

        private void deliverNow() {
            Core core = task.executor().core();
            List<Object> observed = observe(route, values, anchoring, targetIds, core);
            deliver(core, core.owner(), route, chosen, observed, anchoring, traced);
        }
    }
}
