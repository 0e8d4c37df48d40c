package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.HashMap;
import java.util.Map;

/**
 * How many executors and tasks a component has: as many executors as tasks are possible.
 *
 * @param executors 1 at least
 * @param tasks as many at least
 */
record ComponentSize(int executors, int tasks) {
    /** Of a topology's components. */
    static Map<ComponentId, ComponentSize> of(ClusterView.Topology topology) {
        Map<ComponentId, ComponentSize> sizes = new HashMap<>();
        for (ClusterView.Executor executor : topology.executors()) {
            ClusterPlan.Tasks tasks = executor.tasks();
            sizes.merge(
                    new ComponentId(topology.id(), executor.component()),
                    new ComponentSize(1, tasks.last() - tasks.first() + 1),
                    ComponentSize::plus);
        }
        return sizes;
    }

    private ComponentSize plus(ComponentSize other) {
        return new ComponentSize(executors + other.executors, tasks + other.tasks);
    }

    boolean canGrow() {
        return executors < tasks;
    }
}
