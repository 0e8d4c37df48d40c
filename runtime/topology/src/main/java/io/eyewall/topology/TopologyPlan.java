package io.eyewall.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.ThriftTopologyUtils;
import org.apache.storm.utils.Utils;

/**
 * A topology that is ready to run, with all that is known before its first tuple. Immutable and
 * safe to share; the Storm objects in it must not be changed.
 *
 * @param name the name with which the topology was submitted
 * @param id {@code name-counter-epochSeconds}, unique in the process
 * @param conf the daemon's configuration, overridden by the topology's, with Storm's normalizations
 * @param userTopology the submitted topology, completed by task counts
 * @param systemTopology the same, with Storm's system components and streams
 * @param components by name, in the order of names; the system component included
 * @param taskToComponent component of each task, except the system task -1
 * @param componentToTasks ascending task ids by component
 * @param componentToStreamToFields field names of every stream
 * @param executors in the order of their task ids, the system executor first
 */
public record TopologyPlan(
        String name,
        String id,
        Map<String, Object> conf,
        StormTopology userTopology,
        StormTopology systemTopology,
        Map<String, ComponentPlan> components,
        Map<Integer, String> taskToComponent,
        Map<String, List<Integer>> componentToTasks,
        Map<String, Map<String, Fields>> componentToStreamToFields,
        List<ExecutorPlan> executors) {

    /**
     * Returns the same topology with other numbers of executors. As in Storm, a component has no
     * more executors than tasks, and the tasks keep their ids (Storm: utils/Utils.java {@code
     * partitionFixed}).
     *
     * @param counts executors by component; components that are missing keep their executors
     * @throws IllegalArgumentException if a component does not exist, is not part of the submitted
     *     topology, or would have less than 1 executor
     */
    public TopologyPlan withExecutors(Map<String, Integer> counts) {
        counts.forEach(this::checkExecutors);
        List<ExecutorPlan> changed = new ArrayList<>();
        Set<String> replaced = new HashSet<>();
        for (ExecutorPlan executor : executors) {
            String componentId = executor.componentId();
            Integer count = counts.get(componentId);
            if (count == null) {
                changed.add(executor);
            } else if (replaced.add(componentId)) {
                for (List<Integer> taskIds :
                        Utils.partitionFixed(count, component(componentId).taskIds())) {
                    changed.add(
                            new ExecutorPlan(
                                    componentId, taskIds.get(0), taskIds.get(taskIds.size() - 1)));
                }
            }
        }
        return new TopologyPlan(
                name,
                id,
                conf,
                userTopology,
                systemTopology,
                components,
                taskToComponent,
                componentToTasks,
                componentToStreamToFields,
                List.copyOf(changed));
    }

    /**
     * Returns the same topology with some configuration changed. Keys that a component sets for
     * itself keep their values.
     *
     * @param overrides keys that may change while a topology runs, with their new values
     * @throws IllegalArgumentException if a value is invalid, or a key can't change while the
     *     topology runs
     */
    public TopologyPlan withConf(Map<String, Object> overrides) {
        if (overrides.isEmpty()) {
            return this;
        }
        Map<String, Object> changed = LiveConf.withOverrides(this, overrides);
        Map<String, ComponentPlan> changedComponents = new LinkedHashMap<>();
        components.forEach(
                (id, component) ->
                        changedComponents.put(
                                id,
                                component.withConf(
                                        ConfNormalizer.componentConf(
                                                changed,
                                                ThriftTopologyUtils.getComponentCommon(
                                                        systemTopology, id)))));
        return new TopologyPlan(
                name,
                id,
                changed,
                userTopology,
                systemTopology,
                Collections.unmodifiableMap(changedComponents),
                taskToComponent,
                componentToTasks,
                componentToStreamToFields,
                executors);
    }

    private void checkExecutors(String componentId, Integer count) {
        ComponentPlan component = component(componentId);
        String expected =
                !component.isUserDefined()
                        ? "a component of the submitted topology"
                        : count < 1 ? "at least 1" : null;
        if (expected != null) {
            throw new IllegalArgumentException(
                    "topology '"
                            + name
                            + "', component '"
                            + componentId
                            + "': "
                            + count
                            + " executors; expected "
                            + expected);
        }
    }

    /**
     * Returns the executor of a task.
     *
     * @throws IllegalArgumentException if there is none
     */
    public ExecutorPlan executorOf(int taskId) {
        int low = 0; // the executors are sorted by task
        int high = executors.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            ExecutorPlan executor = executors.get(middle);
            if (taskId > executor.lastTask()) {
                low = middle + 1;
            } else if (taskId < executor.firstTask()) {
                high = middle - 1;
            } else {
                return executor;
            }
        }
        throw new IllegalArgumentException(
                "topology '" + name + "' has no task " + taskId + " in " + executors);
    }

    /**
     * Returns the component with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public ComponentPlan component(String componentId) {
        ComponentPlan component = components.get(componentId);
        if (component == null) {
            throw new IllegalArgumentException(
                    "topology '"
                            + name
                            + "' has no component '"
                            + componentId
                            + "'; it has "
                            + components.keySet());
        }
        return component;
    }
}
