package io.eyewall.control.wire;

import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;

/**
 * The JSON form of a topology's plan: the planner's input, and the executors, which may have
 * changed since. The other process' planner makes the same plan from that input; spouts and bolts
 * stay serialized.
 *
 * @param topology Storm's own structure
 */
record PlanImage(
        String name,
        String id,
        Map<String, Object> conf,
        StormTopology topology,
        List<ExecutorPlan> executors) {

    static PlanImage of(TopologyPlan plan) {
        return new PlanImage(
                plan.name(),
                plan.id(),
                PlainConf.of(plan.conf()),
                plan.userTopology(),
                plan.executors());
    }

    TopologyPlan plan() {
        try {
            TopologyPlan planned = TopologyPlanner.plan(name, id, conf, Map.of(), topology);
            return new TopologyPlan(
                    name,
                    id,
                    planned.conf(),
                    planned.userTopology(),
                    planned.systemTopology(),
                    planned.components(),
                    planned.taskToComponent(),
                    planned.componentToTasks(),
                    planned.componentToStreamToFields(),
                    List.copyOf(executors));
        } catch (InvalidTopologyException e) {
            throw new IllegalArgumentException(
                    "topology '" + name + "' can't be planned again: " + e.get_msg(), e);
        }
    }
}
