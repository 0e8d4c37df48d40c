package io.eyewall.topology;

import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.tuple.Fields;

/**
 * A topology ready to be run: all that is known before its first tuple. Immutable, safe to share;
 * the Storm objects inside are not to be changed.
 *
 * @param name as submitted
 * @param id {@code name-counter-epochSeconds}, unique in the process
 * @param conf topology configuration over the daemon's, with Storm's normalisations
 * @param userTopology what was submitted, with task counts filled in
 * @param systemTopology the same with Storm's system components and streams
 * @param components by name, in the order of names; the system component included
 * @param taskToComponent of all tasks but the system task -1
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
     * The component of that name.
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
