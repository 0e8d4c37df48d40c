package io.eyewall.nativetask.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.ThriftTopologyUtils;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A topology with Storm's system components and streams, which workers run along with the user's.
 *
 * @param topology the topology with the system components
 * @param conf the topology's configuration
 * @param componentByTask the component of each task
 * @param tasksByComponent the tasks of each component, in ascending order
 */
record SystemTopology(
        StormTopology topology,
        Map<String, Object> conf,
        Map<Integer, String> componentByTask,
        Map<String, List<Integer>> tasksByComponent) {

    static SystemTopology of(StormTopology userTopology, Map<String, Object> conf)
            throws InvalidTopologyException {
        Map<Integer, String> componentByTask =
                new TreeMap<>(StormCommon.stormTaskInfo(userTopology, conf));
        Map<String, List<Integer>> tasksByComponent = new HashMap<>();
        componentByTask.forEach(
                (task, component) ->
                        tasksByComponent
                                .computeIfAbsent(component, each -> new ArrayList<>())
                                .add(task));
        return new SystemTopology(
                StormCommon.systemTopology(conf, userTopology),
                conf,
                componentByTask,
                tasksByComponent);
    }

    ComponentCommon common(String component) {
        return ThriftTopologyUtils.getComponentCommon(topology, component);
    }

    boolean isSpout(String component) {
        return topology.get_spouts().containsKey(component);
    }

    /** Returns a component's spout or bolt; null if it is not a serialized Java object. */
    @Nullable Object userObject(String component) {
        SpoutSpec spout = topology.get_spouts().get(component);
        ComponentObject object =
                spout != null
                        ? spout.get_spout_object()
                        : Objects.requireNonNull(topology.get_bolts().get(component), component)
                                .get_bolt_object();
        return object.is_set_serialized_java() ? Utils.getSetComponentObject(object) : null;
    }

    /** Returns the topology's configuration, overridden by a component's own configuration. */
    Map<String, Object> conf(String component) {
        Map<String, Object> merged = new HashMap<>(conf);
        Object spec =
                isSpout(component)
                        ? topology.get_spouts().get(component)
                        : topology.get_bolts().get(component);
        Map<String, Object> componentConf = StormCommon.componentConf(spec);
        if (componentConf != null) {
            merged.putAll(componentConf);
        }
        return merged;
    }

    List<Integer> tasksOf(String component) {
        return tasksByComponent.getOrDefault(component, List.of());
    }

    List<String> outputFields(String component, String stream) {
        return Objects.requireNonNull(common(component).get_streams().get(stream), stream)
                .get_output_fields();
    }

    /** Returns all component names, including Storm's system components. */
    Iterable<String> componentIds() {
        return ThriftTopologyUtils.getComponentIds(topology);
    }
}
