package io.eyewall.engine.executor;

import io.eyewall.engine.acking.GraftTree;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.routing.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.GeneralTopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a component. Everything but the foreign router is for the thread that runs the
 * task's executor.
 */
public abstract class Task extends Endpoint {
    private Executor executor;
    private final TaskContext context;
    private final ForeignCalls foreign;
    private final Object object;
    private final @Nullable InputStats[] inputs;
    private final Supplier<Router> routers;
    private final TopologyWide topology;
    private final SpecializedClasses copies;
    private @Nullable Movable collector;
    private @Nullable Router router;
    private volatile @Nullable Router foreignRouter;

    Task(Executor executor, Parts parts) {
        super(parts.taskId(), executor);
        this.executor = executor;
        this.context = parts.context();
        this.foreign = new ForeignCalls(this, context.slowPathReasons());
        this.object = parts.object();
        this.routers = parts.routers();
        this.topology = parts.topology();
        this.copies = parts.copies();
        if (executor.settings().debug()) {
            context.watch();
        }
        this.inputs = new InputStats[parts.streamKeyCount()];
    }

    /**
     * What a task is made from.
     *
     * @param context the user's topology context
     * @param object the spout or bolt of this task alone
     * @param routers makes routers for this task, after all endpoints exist
     * @param streamKeyCount above the numbers of all streams that it receives
     * @param topology what all tasks of the topology share
     * @param copies the code of its component
     */
    public record Parts(
            int taskId,
            TaskContext context,
            Object object,
            Supplier<Router> routers,
            int streamKeyCount,
            TopologyWide topology,
            SpecializedClasses copies) {}

    /**
     * What all tasks of a topology share.
     *
     * @param systemContext the topology with system components: the context of all tuples
     * @param metricRegistry Storm's registry of the second metrics API
     * @param tickStreamKey the number of the tick stream
     */
    public record TopologyWide(
            GeneralTopologyContext systemContext,
            StormMetricRegistry metricRegistry,
            int tickStreamKey) {}

    @Override
    public @Nullable TupleTree graft(EngineTuple anchor, TreeOwner emitter) {
        TupleTree stock = anchor.tree();
        if (stock == null) {
            return null;
        }
        GraftTree graft = new GraftTree(emitter, stock, ended -> foreign.add(() -> cut(ended)));
        foreign.add(() -> graft.growOn(anchor.treeOn(executor.core())));
        return graft;
    }

    private void cut(GraftTree graft) {
        TupleTree stock = graft.stock();
        if (stock != null) {
            executor.core().finish(stock, stock.owner());
        }
    }

    /** Makes what its spout or bolt emits through. */
    Object newCollector() {
        collector = (Movable) copies.newCollector(executor, this);
        return collector;
    }

    /** What its spout or bolt emits through, once it has been opened or prepared. */
    @SuppressWarnings("NullAway") // who has a tuple of the task comes after that
    final Movable collector() {
        return collector;
    }

    /** Another executor runs the task from now on. While all cores stand still. */
    void moveTo(Executor next) {
        executor = next;
        placeOn(next);
        if (collector != null) {
            collector.moveTo(next);
        }
    }

    /** Who runs the task now. */
    final Executor executor() {
        return executor;
    }

    public TaskContext context() {
        return context;
    }

    GeneralTopologyContext systemContext() {
        return topology.systemContext();
    }

    StormMetricRegistry metricRegistry() {
        return topology.metricRegistry();
    }

    int tickStreamKey() {
        return topology.tickStreamKey();
    }

    /** The user's spout or bolt. */
    public Object object() {
        return object;
    }

    /** Whether anybody, hooks among them, wants to see each tuple. */
    final boolean isWatched() {
        return context.slowPathReasons().isWatched();
    }

    /** What other threads want of it. */
    final ForeignCalls foreign() {
        return foreign;
    }

    /** Whether the user hooks into this task. */
    boolean isHooked() {
        return context.isHooked();
    }

    /** The router for emits on the executor's own thread. */
    public Router router() {
        if (router == null) {
            router = routers.get();
        }
        return router;
    }

    /** The router for emits of all other threads; the caller synchronizes on the task. */
    Router foreignRouter() {
        if (foreignRouter == null) {
            foreignRouter = routers.get();
        }
        return foreignRouter;
    }

    /** The routers in use, for the monitor. */
    public List<Router> routersInUse() {
        List<Router> used = new ArrayList<>();
        if (router != null) {
            used.add(router);
        }
        Router foreign = foreignRouter; // not under the task's lock: user code may run under it
        if (foreign != null) {
            used.add(foreign);
        }
        return used;
    }

    /** Counters of the inputs from one component and stream. */
    InputStats input(StreamSource source) {
        InputStats stats = inputs[source.streamKey()];
        if (stats == null) {
            stats =
                    new InputStats(
                            source.componentId(),
                            source.streamId(),
                            new SampleGaps(executor.settings().sampleEvery(), taskId()));
            inputs[source.streamKey()] = stats;
        }
        return stats;
    }

    /** The same by stream key, null where nothing has come yet; the task fills it. */
    final @Nullable InputStats[] inputArray() {
        return inputs;
    }

    /** Counters of all inputs seen so far, for the monitor. */
    public List<InputStats> inputs() {
        List<InputStats> seen = new ArrayList<>();
        for (InputStats stats : inputs) {
            if (stats != null) {
                seen.add(stats);
            }
        }
        return seen;
    }
}
