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
 * One instance of a component's user object. All methods but those of the foreign router are for
 * the thread that runs the task's executor.
 */
public abstract class Task extends Endpoint {
    private Executor executor;
    private final TaskContext context;
    private final ForeignCalls foreignCalls;
    private final Object object;
    private final @Nullable InputStats[] inputs;
    private final Supplier<Router> routers;
    private final TopologyWide topology;
    private final TaskFactory factory;
    private @Nullable Movable collector;
    private @Nullable Router router;
    private volatile @Nullable Router foreignRouter;

    public Task(Executor executor, Parts parts) {
        super(parts.taskId(), executor);
        this.executor = executor;
        this.context = parts.context();
        this.foreignCalls = new ForeignCalls(this, context.slowPathReasons());
        this.object = parts.object();
        this.routers = parts.routers();
        this.topology = parts.topology();
        this.factory = parts.factory();
        if (executor.settings().debug()) {
            context.setObserved();
        }
        this.inputs = new InputStats[parts.streamKeyCount()];
    }

    /**
     * The parts from which a task is made.
     *
     * @param context Storm's context of the task
     * @param object the user's spout or bolt, which belongs to this task alone
     * @param routers makes routers for this task, once all endpoints exist
     * @param streamKeyCount number of stream keys; the keys of the streams that the task receives
     *     are less
     * @param topology data shared by all tasks of the topology
     * @param factory makes the task and its collector
     */
    public record Parts(
            int taskId,
            TaskContext context,
            Object object,
            Supplier<Router> routers,
            int streamKeyCount,
            TopologyWide topology,
            TaskFactory factory) {}

    /**
     * Data shared by all tasks of a topology.
     *
     * @param systemContext the topology with its system components: the context of all tuples
     * @param metricRegistry Storm's registry of the second metrics API
     * @param tickStreamKey the key of the tick stream
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
        GraftTree graft =
                new GraftTree(
                        emitter,
                        stock,
                        ended -> foreignCalls.submitWithoutWait(() -> finishGraft(ended)));
        foreignCalls.submitWithoutWait(() -> graft.attachTo(anchor.treeOn(executor.core())));
        return graft;
    }

    private void finishGraft(GraftTree graft) {
        TupleTree stock = graft.parent();
        if (stock != null) {
            executor.core().finish(stock, stock.owner());
        }
    }

    /** Makes the collector through which the spout or bolt emits. */
    public Object newCollector() {
        collector = factory.newCollector(executor, this);
        return collector;
    }

    /** Returns the collector, once the spout or bolt has been opened or prepared. */
    @SuppressWarnings("NullAway") // callers have a tuple of the task, so it has been prepared
    public final Movable collector() {
        return collector;
    }

    /** Moves the task to another executor. While all cores stand still. */
    public void moveTo(Executor next) {
        executor = next;
        placeOn(next);
        if (collector != null) {
            collector.moveTo(next);
        }
    }

    /** Returns the executor that runs the task. */
    public final Executor executor() {
        return executor;
    }

    public TaskContext context() {
        return context;
    }

    public GeneralTopologyContext systemContext() {
        return topology.systemContext();
    }

    public StormMetricRegistry metricRegistry() {
        return topology.metricRegistry();
    }

    public int tickStreamKey() {
        return topology.tickStreamKey();
    }

    /** Returns the user's spout or bolt. */
    public Object object() {
        return object;
    }

    /** Returns whether an observer, such as a hook, needs each tuple. */
    public final boolean isObserved() {
        return context.slowPathReasons().isObserved();
    }

    /** Returns the emits, acks and fails of other threads. */
    public final ForeignCalls foreignCalls() {
        return foreignCalls;
    }

    /** Returns whether the user has added hooks to this task. */
    public boolean isHooked() {
        return context.isHooked();
    }

    /** Returns the router for emits of the core's owner thread. */
    public Router router() {
        if (router == null) {
            router = routers.get();
        }
        return router;
    }

    /**
     * Returns the router for emits of all other threads. The caller must hold the task's monitor.
     */
    public Router foreignRouter() {
        if (foreignRouter == null) {
            foreignRouter = routers.get();
        }
        return foreignRouter;
    }

    /** Returns the routers in use. For the monitor. */
    public List<Router> routersInUse() {
        List<Router> used = new ArrayList<>();
        if (router != null) {
            used.add(router);
        }
        Router foreign = foreignRouter; // without the task's monitor: user code may run under it
        if (foreign != null) {
            used.add(foreign);
        }
        return used;
    }

    /** Returns the counters of the inputs from one component and stream. */
    public InputStats input(StreamSource source) {
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

    /**
     * Returns the counters of all inputs by stream key, with null for streams that have brought no
     * tuple yet. The task fills the array.
     */
    public final @Nullable InputStats[] inputsByStreamKey() {
        return inputs;
    }

    /** Returns the counters of all inputs so far. Called by the monitor. */
    public List<InputStats> inputs() {
        List<InputStats> found = new ArrayList<>();
        for (InputStats stats : inputs) {
            if (stats != null) {
                found.add(stats);
            }
        }
        return found;
    }
}
