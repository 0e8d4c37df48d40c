package io.eyewall.topology;

import io.eyewall.topology.config.ConfigKey;
import io.eyewall.topology.config.ConfigKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.Thrift;
import org.apache.storm.daemon.Acker;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.StreamInfo;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.ThriftTopologyUtils;
import org.apache.storm.utils.Utils;

/**
 * Turns a submitted Storm topology into a {@link TopologyPlan}. Tasks and executors get the ids
 * that Storm's Nimbus and worker would give them (Storm: daemon/nimbus/Nimbus.java {@code
 * normalizeConf}, {@code normalizeTopology}, {@code computeExecutors};
 * daemon/worker/WorkerState.java).
 */
public final class TopologyPlanner {
    private TopologyPlanner() {}

    /**
     * Plans a topology.
     *
     * @param name topology name
     * @param id topology id, see {@link TopologyPlan#id()}
     * @param daemonConf Storm's defaults, {@code storm.yaml} and overrides of the local mode
     * @param submittedConf the topology's configuration after its JSON round trip
     * @param topology the topology that the user built; not changed
     * @throws InvalidTopologyException if its structure is invalid, with Storm's own message
     * @throws io.eyewall.topology.config.ConfigException if an {@code eyewall.} key is unknown or
     *     its value is invalid
     */
    public static TopologyPlan plan(
            String name,
            String id,
            Map<String, Object> daemonConf,
            Map<String, Object> submittedConf,
            StormTopology topology)
            throws InvalidTopologyException {
        checkEyewallKeys(name, daemonConf, submittedConf, topology);
        StormCommon.validateBasic(topology);

        Map<String, Object> topologyConf = new HashMap<>(submittedConf);
        topologyConf.put(Config.STORM_ID, id);
        topologyConf.put(Config.TOPOLOGY_NAME, name);
        topologyConf = ConfNormalizer.normalizeTopologyConf(daemonConf, topologyConf, topology);
        Map<String, Object> conf = new HashMap<>(daemonConf);
        conf.putAll(topologyConf);

        StormTopology userTopology = ConfNormalizer.withTaskCounts(conf, topology);
        StormTopology systemTopology = StormCommon.systemTopology(conf, userTopology);
        Map<Integer, String> taskToComponent = StormCommon.stormTaskInfo(userTopology, conf);
        Map<String, List<Integer>> componentToTasks = Utils.reverseMap(taskToComponent);
        componentToTasks.values().forEach(Collections::sort);

        Map<String, ComponentPlan> components =
                planComponents(conf, systemTopology, componentToTasks);
        return new TopologyPlan(
                name,
                id,
                conf,
                userTopology,
                systemTopology,
                components,
                taskToComponent,
                componentToTasks,
                fieldsByStream(components),
                planExecutors(systemTopology, componentToTasks));
    }

    private static void checkEyewallKeys(
            String name,
            Map<String, Object> daemonConf,
            Map<String, Object> submittedConf,
            StormTopology topology) {
        ConfigKeys.check(daemonConf, ConfigKey.Scope.ENGINE, "daemon configuration");
        ConfigKeys.check(submittedConf, ConfigKey.Scope.TOPOLOGY, "topology '" + name + "'");
        StormCommon.allComponents(topology)
                .forEach(
                        (componentId, component) ->
                                ConfigKeys.check(
                                        StormCommon.componentConf(component),
                                        ConfigKey.Scope.COMPONENT,
                                        "topology '" + name + "' component '" + componentId + "'"));
    }

    private static Map<String, ComponentPlan> planComponents(
            Map<String, Object> conf,
            StormTopology systemTopology,
            Map<String, List<Integer>> componentToTasks) {
        Map<String, Map<String, List<SubscriptionPlan>>> subscriptions =
                planSubscriptions(systemTopology);
        Map<String, ComponentPlan> components = new LinkedHashMap<>();
        for (String componentId :
                new TreeMap<>(StormCommon.allComponents(systemTopology)).keySet()) {
            ComponentCommon common =
                    ThriftTopologyUtils.getComponentCommon(systemTopology, componentId);
            Map<String, List<SubscriptionPlan>> bySource =
                    subscriptions.getOrDefault(componentId, Map.of());
            Map<String, StreamPlan> streams = new HashMap<>();
            for (Map.Entry<String, StreamInfo> stream : common.get_streams().entrySet()) {
                streams.put(
                        stream.getKey(),
                        new StreamPlan(
                                stream.getKey(),
                                new Fields(stream.getValue().get_output_fields()),
                                stream.getValue().is_direct(),
                                bySource.getOrDefault(stream.getKey(), List.of())));
            }
            boolean isSystem = componentId.equals(Constants.SYSTEM_COMPONENT_ID);
            components.put(
                    componentId,
                    new ComponentPlan(
                            componentId,
                            kindOf(systemTopology, componentId),
                            serializedObject(systemTopology, componentId),
                            isSystem
                                    ? List.of((int) Constants.SYSTEM_TASK_ID)
                                    : componentToTasks.getOrDefault(componentId, List.of()),
                            ConfNormalizer.componentConf(conf, common),
                            streams));
        }
        return Collections.unmodifiableMap(components);
    }

    /**
     * Returns all subscriptions by source component and stream, in the order in which Storm visits
     * the targets.
     */
    private static Map<String, Map<String, List<SubscriptionPlan>>> planSubscriptions(
            StormTopology systemTopology) {
        Map<String, Map<String, Map<String, Grouping>>> bySource = new HashMap<>();
        for (String target : ThriftTopologyUtils.getComponentIds(systemTopology)) {
            Map<GlobalStreamId, Grouping> inputs =
                    ThriftTopologyUtils.getComponentCommon(systemTopology, target).get_inputs();
            inputs.forEach(
                    (source, grouping) ->
                            bySource.computeIfAbsent(
                                            source.get_componentId(), key -> new HashMap<>())
                                    .computeIfAbsent(source.get_streamId(), key -> new HashMap<>())
                                    .put(target, grouping));
        }
        Map<String, Map<String, List<SubscriptionPlan>>> plans = new HashMap<>();
        bySource.forEach(
                (source, streams) ->
                        streams.forEach(
                                (stream, targets) -> {
                                    List<SubscriptionPlan> subscriptionPlans = new ArrayList<>();
                                    targets.forEach(
                                            (target, grouping) ->
                                                    subscriptionPlans.add(
                                                            new SubscriptionPlan(
                                                                    target, grouping)));
                                    plans.computeIfAbsent(source, key -> new HashMap<>())
                                            .put(stream, subscriptionPlans);
                                }));
        return plans;
    }

    private static ComponentPlan.Kind kindOf(StormTopology topology, String componentId) {
        if (componentId.equals(Acker.ACKER_COMPONENT_ID)) {
            return ComponentPlan.Kind.ACKER;
        }
        if (componentId.equals(Constants.SYSTEM_COMPONENT_ID)) {
            return ComponentPlan.Kind.SYSTEM;
        }
        return topology.get_spouts().containsKey(componentId)
                ? ComponentPlan.Kind.SPOUT
                : ComponentPlan.Kind.BOLT;
    }

    private static ComponentObject serializedObject(StormTopology topology, String componentId) {
        SpoutSpec spout = topology.get_spouts().get(componentId);
        if (spout != null) {
            return spout.get_spout_object();
        }
        Bolt bolt = topology.get_bolts().get(componentId);
        if (bolt != null) {
            return bolt.get_bolt_object();
        }
        throw new IllegalArgumentException(
                "component '"
                        + componentId
                        + "' is a state spout, which neither Storm nor Eyewall runs; use a spout");
    }

    private static Map<String, Map<String, Fields>> fieldsByStream(
            Map<String, ComponentPlan> components) {
        Map<String, Map<String, Fields>> fields = new HashMap<>();
        components.forEach(
                (componentId, component) -> {
                    Map<String, Fields> byStream = new HashMap<>();
                    component
                            .streams()
                            .forEach((stream, plan) -> byStream.put(stream, plan.fields()));
                    fields.put(componentId, byStream);
                });
        return fields;
    }

    private static List<ExecutorPlan> planExecutors(
            StormTopology systemTopology, Map<String, List<Integer>> componentToTasks) {
        List<ExecutorPlan> executors = new ArrayList<>();
        int systemTask = (int) Constants.SYSTEM_TASK_ID;
        executors.add(new ExecutorPlan(Constants.SYSTEM_COMPONENT_ID, systemTask, systemTask));
        new TreeMap<>(componentToTasks)
                .forEach(
                        (componentId, tasks) -> {
                            int count =
                                    Thrift.getParallelismHint(
                                            ThriftTopologyUtils.getComponentCommon(
                                                    systemTopology, componentId));
                            for (List<Integer> taskIds : Utils.partitionFixed(count, tasks)) {
                                executors.add(
                                        new ExecutorPlan(
                                                componentId,
                                                taskIds.get(0),
                                                taskIds.get(taskIds.size() - 1)));
                            }
                        });
        return List.copyOf(executors);
    }
}
