package io.eyewall.engine.emit;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorSettings;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.TopologyProbe;
import io.eyewall.engine.routing.Route;
import io.eyewall.topology.ComponentPlan;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.DebugOptions;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes every emitted tuple of a task: for a probe, the debug log, the trial serialization and
 * the event logger. A task that needs none of these has no observer. Owner thread of the executor's
 * core only, except {@link #logAndSerialize}.
 */
public final class EmitObserver {
    private static final Logger LOG = LoggerFactory.getLogger(EmitObserver.class);
    private static final double DEFAULT_SAMPLING_PERCENT = 10;

    private final Executor executor;
    private final Task task;
    private final @Nullable TopologyProbe probe;
    private final boolean logsEmits;
    private final @Nullable KryoValuesSerializer serializer;
    private final boolean logsEvents;

    private EmitObserver(Executor executor, Task task) {
        this.executor = executor;
        this.task = task;
        ExecutorSettings settings = executor.settings();
        this.probe = executor.topology.probe();
        this.logsEmits = settings.debug();
        Map<String, Object> conf = executor.component().conf();
        this.serializer = settings.alwaysSerialize() ? new KryoValuesSerializer(conf) : null;
        this.logsEvents = settings.eventLoggers() && executor.component().isUserDefined();
    }

    /** Returns an observer of the task's emits, or null if nothing needs one. */
    static @Nullable EmitObserver createIfNeeded(Executor executor, Task task) {
        ExecutorSettings settings = executor.settings();
        boolean observable = executor.component().kind() != ComponentPlan.Kind.SYSTEM;
        boolean needed =
                settings.debug()
                        || settings.alwaysSerialize()
                        || settings.eventLoggers()
                        || executor.topology.probe() != null;
        return needed && observable ? new EmitObserver(executor, task) : null;
    }

    /** Returns whether {@link #logAndSerialize} calls user code. */
    boolean callsUserCode() {
        return logsEmits || serializer != null;
    }

    /**
     * Prints and serializes the values of a tuple that is about to be emitted, which calls user
     * code. Called on the emitting thread while it is in user code, because these calls may take
     * long or throw.
     */
    void logAndSerialize(Route route, List<Object> values, List<Integer> targetIds) {
        if (logsEmits) {
            LOG.info(
                    "Emitting Tuple: taskId={} componentId={} stream={} values={}",
                    task.taskId(),
                    executor.component().componentId(),
                    route.source().streamId(),
                    values);
        }
        if (serializer != null && !targetIds.isEmpty()) {
            synchronized (serializer) { // several threads may emit
                serializer.serialize(values);
            }
        }
    }

    /**
     * Observes a tuple that is about to be delivered.
     *
     * @param messageId message id of a spout's tuple, or null
     * @param anchors anchors of a bolt's tuple; may be null
     * @return the values to deliver
     */
    List<Object> onEmit(
            Route route,
            List<Object> emitted,
            @Nullable Object messageId,
            @Nullable Collection<Tuple> anchors,
            List<Integer> targetIds,
            Core core) {
        List<Object> values =
                probe == null
                        ? emitted
                        : probe.onEmit(
                                task, route.source(), emitted, messageId, anchors, targetIds);
        if (logsEvents && isSampled()) {
            Route eventRoute = task.router().route(StormCommon.EVENTLOGGER_STREAM_ID);
            Values event =
                    new Values(
                            executor.component().componentId(),
                            messageId,
                            core.clock().currentTimeMillis(),
                            values);
            Endpoint[] loggers = eventRoute.chooseAll(event);
            Delivery.deliverAll(core, eventRoute.source(), event, loggers, null, null);
        }
        return values;
    }

    /** Calls {@link TopologyProbe#onFinish}. */
    public void onFinish(@Nullable TupleTree tree) {
        if (probe != null) {
            probe.onFinish(tree);
        }
    }

    /** Calls {@link TopologyProbe#onFinished}. */
    public void onFinished(TupleTree tree, boolean failed) {
        if (probe != null) {
            probe.onFinished(tree, failed);
        }
    }

    private boolean isSampled() {
        Map<String, DebugOptions> byComponent = executor.topology.debugOptions();
        DebugOptions options = byComponent.get(executor.component().componentId());
        if (options == null) {
            options = byComponent.get(task.context().getStormId());
        }
        if (options == null || !options.is_enable()) {
            return false;
        }
        double percent =
                options.is_set_samplingpct() ? options.get_samplingpct() : DEFAULT_SAMPLING_PERCENT;
        return ThreadLocalRandom.current().nextDouble() * 100 < percent;
    }
}
