package io.eyewall.cluster.generator;

import io.eyewall.placement.plan.Plan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds the parts of a {@link ScheduleStatus} about nodes and topologies, from Nimbus' view and
 * the loads of the last evaluation. No state.
 */
final class ClusterStatus {
    private ClusterStatus() {}

    /**
     * Returns the nodes, with the loads of planned executors; all loads are 0 if some executor has
     * no place.
     *
     * @param situation the situation of the last evaluation; null if there was none
     * @param chosen the algorithm in use; null while plans are off
     * @param hostCores measured cores in use, by node id
     */
    static List<ScheduleStatus.Node> nodes(
            ClusterView view,
            @Nullable Situation situation,
            AlgorithmChoice.@Nullable Chosen chosen,
            Map<String, Double> hostCores) {
        Map<String, Plan.VertexLoad> byVertex = new HashMap<>();
        if (situation != null && !situation.isEmpty() && chosen != null) {
            Optional<Plan> present =
                    situation.presentPlan(
                            situation.rules(chosen.knobs().theta(), chosen.knobs().gamma()),
                            chosen.knobs().weights());
            present.ifPresent(plan -> plan.loads().forEach(l -> byVertex.put(l.vertex(), l)));
        }
        List<ScheduleStatus.Node> nodes = new ArrayList<>();
        for (ClusterView.Node node : view.nodes()) {
            Plan.VertexLoad load = byVertex.get("node " + node.id());
            nodes.add(
                    new ScheduleStatus.Node(
                            node.id(),
                            node.host(),
                            node.meta().get(ClusterTree.RACK_META),
                            load == null ? 0 : load.executors(),
                            load == null ? 0 : load.cores(),
                            load == null ? node.cores() : load.limit(),
                            hostCores.get(node.id()),
                            node.ports()));
        }
        return nodes;
    }

    /**
     * Returns the topologies, with the number of their executors by host.
     *
     * @param situation the situation of the last evaluation; null if there was none
     */
    static List<ScheduleStatus.Topology> topologies(
            ClusterView view, @Nullable Situation situation) {
        Map<String, String> hosts = new HashMap<>();
        view.nodes().forEach(node -> hosts.put(node.id(), node.host()));
        Set<String> planned = situation == null ? Set.of() : situation.plannedTopologies();
        Map<String, String> leftOut = situation == null ? Map.of() : situation.leftOut();
        List<ScheduleStatus.Topology> statuses = new ArrayList<>();
        for (ClusterView.Topology topology : view.topologies()) {
            Map<String, Integer> byHost = new TreeMap<>();
            for (ClusterView.Executor executor : topology.executors()) {
                String node = executor.node();
                byHost.merge(
                        node == null ? "nowhere" : hosts.getOrDefault(node, node), 1, Integer::sum);
            }
            statuses.add(
                    new ScheduleStatus.Topology(
                            topology.id(),
                            topology.name(),
                            topology.executors().size(),
                            byHost,
                            planned.contains(topology.id())
                                    ? null
                                    : leftOut.getOrDefault(topology.id(), "not evaluated yet")));
        }
        return statuses;
    }
}
