package io.eyewall.engine.routing;

import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.StreamPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.storm.Thrift;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.tuple.Fields;

/**
 * Creates the routers of a topology's tasks. Any thread may call {@link #create}; the other methods
 * are for the thread that builds the topology.
 */
public final class RouterFactory {
    private final TopologyPlan plan;
    private final WorkerTopologyContext context;
    private final IntFunction<? extends Endpoint> endpoints;
    private final Function<Grouping, CustomStreamGrouping> customGroupings;
    private final Map<String, Targets> targets = new HashMap<>();
    private final StreamKeys streamKeys;
    private final Map<CustomKey, CustomStreamGrouping> customGroupingCopies = new HashMap<>();
    private final Map<SubscriptionKey, NearShares> nearShares = new HashMap<>();

    /**
     * Key of {@link #nearShares}: all emitters of a stream share the counts of one subscriber's
     * tasks.
     */
    private record SubscriptionKey(GlobalStreamId stream, String targetComponentId) {}

    /**
     * Key of {@link #customGroupingCopies}: the tasks of an executor share a grouping object, as on
     * Storm.
     */
    private record CustomKey(int firstTask, String streamId, String targetComponentId) {}

    /**
     * @param context passed to custom groupings; has the system components
     * @param endpoints returns the task of an id; null for tasks that the engine does not run
     *     (ackers)
     * @param customGroupings creates a fresh copy of a user's grouping
     */
    public RouterFactory(
            TopologyPlan plan,
            WorkerTopologyContext context,
            IntFunction<? extends Endpoint> endpoints,
            Function<Grouping, CustomStreamGrouping> customGroupings) {
        this.plan = plan;
        this.context = context;
        this.endpoints = endpoints;
        this.customGroupings = customGroupings;
        this.streamKeys = new StreamKeys(plan);
    }

    /** Returns a number greater than the keys of all streams that tasks of a component receive. */
    public int streamKeyCount(String componentId) {
        return streamKeys.countFor(componentId);
    }

    /**
     * Returns the key of a stream, which is unique among the streams that any one component
     * receives.
     */
    public int streamKey(String componentId, String streamId) {
        return streamKeys.keyOf(componentId, streamId);
    }

    /**
     * Creates a router for one task. A task that also emits from foreign threads gets a second one.
     *
     * @param emitter the task
     */
    public synchronized Router create(ComponentPlan component, Endpoint emitter) {
        int taskId = emitter.taskId();
        Map<String, Route> routes = new HashMap<>();
        for (StreamPlan stream : component.streams().values()) {
            if (stream.isToAckers()) {
                continue; // tuple trees are counted instead
            }
            StreamSource source =
                    new StreamSource(
                            context,
                            component.componentId(),
                            taskId,
                            stream.streamId(),
                            stream.fields(),
                            streamKey(component.componentId(), stream.streamId()));
            List<Grouper> groupers = new ArrayList<>();
            List<String> directSubscribers = new ArrayList<>();
            for (SubscriptionPlan subscription : stream.subscriptions()) {
                if (Thrift.groupingType(subscription.grouping()) == Grouping._Fields.DIRECT) {
                    directSubscribers.add(subscription.targetComponentId());
                } else {
                    groupers.add(createGrouper(component, emitter, stream, subscription));
                }
            }
            routes.put(stream.streamId(), Route.create(source, groupers, directSubscribers));
        }
        return new Router(routes);
    }

    private Grouper createGrouper(
            ComponentPlan component,
            Endpoint emitter,
            StreamPlan stream,
            SubscriptionPlan subscription) {
        Targets targets = targetsOf(subscription.targetComponentId());
        Endpoint[] tasks = targets.endpoints();
        Grouping grouping = subscription.grouping();
        boolean isSingleTask = tasks.length == 1;
        int taskId = emitter.taskId();
        // Not random, so that a run can be repeated. The task id makes it differ among the tasks of
        // one component.
        int seed = stream.streamId().hashCode() + taskId;
        return switch (Thrift.groupingType(grouping)) {
            case FIELDS -> {
                List<String> fieldNames = Thrift.fieldGrouping(grouping); // none: global grouping
                yield isSingleTask || fieldNames.isEmpty()
                        ? new Groupers.Single(tasks, 0)
                        : fieldsGrouper(tasks, emitter, stream.fields(), fieldNames);
            }
            case SHUFFLE ->
                    isSingleTask
                            ? new Groupers.Single(tasks, 0)
                            : ShuffleGrouper.shuffle(
                                    targets,
                                    emitter,
                                    nearSharesOf(component, stream, subscription),
                                    seed);
            case LOCAL_OR_SHUFFLE ->
                    isSingleTask
                            ? new Groupers.Single(tasks, 0)
                            : ShuffleGrouper.localOrShuffle(
                                    targets,
                                    emitter,
                                    nearSharesOf(component, stream, subscription),
                                    seed);
            case ALL -> new Groupers.All(tasks);
            case NONE -> new Groupers.Random(tasks, seed);
            case CUSTOM_OBJECT, CUSTOM_SERIALIZED ->
                    new Groupers.Custom(
                            tasks,
                            emitter,
                            customGrouping(component, taskId, stream, subscription));
            case DIRECT ->
                    throw new IllegalStateException("direct grouping has no grouper: " + grouping);
        };
    }

    private static Grouper fieldsGrouper(
            Endpoint[] tasks, Endpoint emitter, Fields fields, List<String> fieldNames) {
        int[] indexes = fieldNames.stream().mapToInt(fields::fieldIndex).toArray();
        return indexes.length == 1
                ? new Groupers.OneField(tasks, emitter, indexes[0])
                : new Groupers.ManyFields(tasks, emitter, indexes);
    }

    private CustomStreamGrouping customGrouping(
            ComponentPlan component, int taskId, StreamPlan stream, SubscriptionPlan subscription) {
        String target = subscription.targetComponentId();
        return customGroupingCopies.computeIfAbsent(
                new CustomKey(plan.executorOf(taskId).firstTask(), stream.streamId(), target),
                key -> {
                    CustomStreamGrouping grouping = customGroupings.apply(subscription.grouping());
                    grouping.prepare(
                            context,
                            new GlobalStreamId(component.componentId(), stream.streamId()),
                            new ArrayList<>(plan.component(target).taskIds()));
                    return grouping;
                });
    }

    private NearShares nearSharesOf(
            ComponentPlan component, StreamPlan stream, SubscriptionPlan subscription) {
        return nearShares.computeIfAbsent(
                new SubscriptionKey(
                        new GlobalStreamId(component.componentId(), stream.streamId()),
                        subscription.targetComponentId()),
                key -> new NearShares());
    }

    private Targets targetsOf(String componentId) {
        return targets.computeIfAbsent(
                componentId,
                id ->
                        new Targets(
                                plan.component(id).taskIds().stream()
                                        .map(endpoints::apply)
                                        .toArray(Endpoint[]::new)));
    }
}
