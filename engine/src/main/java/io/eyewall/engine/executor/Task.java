package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.routing.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.storm.hooks.ITaskHook;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.spout.ISpout;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.TopologyContext;

/**
 * One instance of a component. Everything but the foreign router is for the thread that runs the
 * task's executor.
 */
public final class Task extends Endpoint {
    private final Executor executor;
    private final TopologyContext context;
    private final Object object;
    private final ISpout spout;
    private final IBolt bolt;
    private final List<ITaskHook> hooks;
    private final InputStats[] inputs;
    private final Supplier<Router> routers;
    private final TopologyWide topology;
    private Router router;
    private Router foreignRouter;

    /**
     * @param context the user's topology context
     * @param object the spout or bolt of this task alone
     * @param routers makes routers for this task, after all endpoints exist
     * @param topology what all tasks of the topology share
     */
    public Task(
            int taskId,
            Executor executor,
            TopologyContext context,
            Object object,
            Supplier<Router> routers,
            TopologyWide topology) {
        super(taskId, executor);
        this.executor = executor;
        this.context = context;
        this.object = object;
        this.spout = object instanceof ISpout asSpout ? asSpout : null;
        this.bolt = object instanceof IBolt asBolt ? asBolt : null;
        this.hooks = context.getHooks();
        this.routers = routers;
        this.topology = topology;
        this.inputs = new InputStats[topology.streamKeyCount()];
    }

    /**
     * What all tasks of a topology share.
     *
     * @param systemContext the topology with system components: the context of all tuples
     * @param metricRegistry Storm's registry of the second metrics API
     * @param streamKeyCount how many (component, stream) pairs the topology has
     * @param tickStreamKey the number of the tick stream
     */
    public record TopologyWide(
            GeneralTopologyContext systemContext,
            StormMetricRegistry metricRegistry,
            int streamKeyCount,
            int tickStreamKey) {}

    @Override
    public void receive(EngineTuple tuple) {
        executor.receive(tuple);
    }

    public TopologyContext context() {
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

    /** The user's bolt; kept typed, since a cast to an interface per tuple is dear. */
    IBolt bolt() {
        return bolt;
    }

    /** The user's spout. */
    ISpout spout() {
        return spout;
    }

    /** The user's spout or bolt. */
    public Object object() {
        return object;
    }

    /** Whether the user hooks into this task. */
    boolean isHooked() {
        return !hooks.isEmpty();
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
        synchronized (this) {
            if (foreignRouter != null) {
                used.add(foreignRouter);
            }
        }
        return used;
    }

    /** Counters of the inputs from one component and stream. hot path: EmitToExecuteBenchmark */
    InputStats input(StreamSource source) {
        InputStats stats = inputs[source.streamKey()];
        if (stats == null) {
            stats = new InputStats(source.componentId(), source.streamId());
            inputs[source.streamKey()] = stats;
        }
        return stats;
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
