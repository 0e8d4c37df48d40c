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
 * Topology plans for tests, built without the planner. They have only the components that a test
 * names: no system components, and no Storm topology behind them.
 */
public final class FakePlans {
    private FakePlans() {}

    /** Returns an empty plan with a name and an id. */
    public static TopologyPlan empty(String name, String id) {
        return of(name, id, List.of(), List.of());
    }

    /** Returns a plan with the given components and executors. */
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
