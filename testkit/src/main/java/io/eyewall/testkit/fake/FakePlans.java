package io.eyewall.testkit.fake;

import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.generated.StormTopology;

/**
 * Plans that were made up and not planned: they have the components that a test names and no
 * others, no system components, and no topology of Storm's behind them.
 */
public final class FakePlans {
    private FakePlans() {}

    /** One with a name and an id, and nothing in it. */
    public static TopologyPlan empty(String name, String id) {
        return of(name, id, List.of(), List.of());
    }

    /** One of these components and executors. */
    public static TopologyPlan of(
            String name,
            String id,
            Collection<ComponentPlan> components,
            List<ExecutorPlan> executors) {
        Map<String, ComponentPlan> byId = new LinkedHashMap<>();
        Map<Integer, String> taskToComponent = new TreeMap<>();
        Map<String, List<Integer>> componentToTasks = new TreeMap<>();
        for (ComponentPlan component : components) {
            byId.put(component.componentId(), component);
            componentToTasks.put(component.componentId(), component.taskIds());
            component.taskIds().forEach(task -> taskToComponent.put(task, component.componentId()));
        }
        return new TopologyPlan(
                name,
                id,
                Map.of(),
                new StormTopology(),
                new StormTopology(),
                byId,
                taskToComponent,
                componentToTasks,
                Map.of(),
                executors);
    }
}
