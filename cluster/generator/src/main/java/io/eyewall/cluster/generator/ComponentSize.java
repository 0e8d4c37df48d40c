package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.HashMap;
import java.util.Map;

/**
 * A component's number of executors and tasks. It can have at most as many executors as tasks.
 *
 * @param executors at least 1
 * @param tasks at least as many as executors
 */
record ComponentSize(int executors, int tasks) {
    /** Returns the sizes of a topology's components. */
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
