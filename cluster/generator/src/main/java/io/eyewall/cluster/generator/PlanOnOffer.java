package io.eyewall.cluster.generator;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares a plan with the state of the cluster. No state. */
final class PlanOnOffer {
    private PlanOnOffer() {}

    /**
     * Returns the plan without the topologies that are gone, have other executors, or are planned
     * on slots that no longer exist.
     */
    static ClusterPlan retainFitting(ClusterPlan plan, ClusterView view) {
        Map<String, ClusterView.Topology> byId = byId(view);
        Map<String, Set<Integer>> ports = new HashMap<>();
        view.nodes().forEach(node -> ports.put(node.id(), new HashSet<>(node.ports())));
        List<ClusterPlan.Topology> fitting =
                plan.topologies().stream()
                        .filter(
                                each -> {
                                    ClusterView.Topology topology = byId.get(each.id());
                                    return topology != null
                                            && executors(topology)
                                                    .equals(plannedPlaces(each).keySet())
                                            && each.slots().stream()
                                                    .allMatch(
                                                            slot ->
                                                                    ports.getOrDefault(
                                                                                    slot.node(),
                                                                                    Set.of())
                                                                            .contains(slot.port()));
                                })
                        .toList();
        return withTopologies(plan, fitting);
    }

    /** Returns the plan reduced to the topologies that are placed as planned. */
    static ClusterPlan retainApplied(ClusterPlan plan, ClusterView view) {
        Map<String, ClusterView.Topology> byId = byId(view);
        return withTopologies(
                plan,
                plan.topologies().stream()
                        .filter(
                                each -> {
                                    ClusterView.Topology topology = byId.get(each.id());
                                    return topology != null
                                            && plannedPlaces(each).equals(presentPlaces(topology));
                                })
                        .toList());
    }

    /** Returns a plan with some of its topologies only; the same plan if these are all. */
    private static ClusterPlan withTopologies(
            ClusterPlan plan, List<ClusterPlan.Topology> topologies) {
        return topologies.size() == plan.topologies().size()
                ? plan
                : plan.withTopologies(topologies);
    }

    private static Map<String, ClusterView.Topology> byId(ClusterView view) {
        Map<String, ClusterView.Topology> byId = new HashMap<>();
        view.topologies().forEach(topology -> byId.put(topology.id(), topology));
        return byId;
    }

    private static Set<ClusterPlan.Tasks> executors(ClusterView.Topology topology) {
        Set<ClusterPlan.Tasks> executors = new HashSet<>();
        topology.executors().forEach(executor -> executors.add(executor.tasks()));
        return executors;
    }

    private static Map<ClusterPlan.Tasks, String> presentPlaces(ClusterView.Topology topology) {
        Map<ClusterPlan.Tasks, String> present = new HashMap<>();
        for (ClusterView.Executor executor : topology.executors()) {
            if (executor.node() != null && executor.port() != null) {
                present.put(
                        executor.tasks(), ClusterTree.placeName(executor.node(), executor.port()));
            }
        }
        return present;
    }

    private static Map<ClusterPlan.Tasks, String> plannedPlaces(ClusterPlan.Topology plan) {
        Map<ClusterPlan.Tasks, String> places = new HashMap<>();
        for (ClusterPlan.Slot slot : plan.slots()) {
            for (ClusterPlan.Tasks executor : slot.executors()) {
                places.put(executor, ClusterTree.placeName(slot.node(), slot.port()));
            }
        }
        return places;
    }

    /** Returns the cluster as it will be when a plan that fits the cluster is applied. */
    static ClusterView applyTo(ClusterView view, ClusterPlan plan) {
        Map<String, ClusterPlan.Topology> planned = new HashMap<>();
        plan.topologies().forEach(topology -> planned.put(topology.id(), topology));
        return new ClusterView(
                view.timeMs(),
                view.nodes(),
                view.topologies().stream()
                        .map(
                                topology -> {
                                    ClusterPlan.Topology plans = planned.get(topology.id());
                                    return plans == null ? topology : applyTo(topology, plans);
                                })
                        .toList());
    }

    private static ClusterView.Topology applyTo(
            ClusterView.Topology topology, ClusterPlan.Topology plan) {
        Map<ClusterPlan.Tasks, ClusterPlan.Slot> slots = new HashMap<>();
        plan.slots().forEach(slot -> slot.executors().forEach(each -> slots.put(each, slot)));
        return new ClusterView.Topology(
                topology.id(),
                topology.name(),
                topology.workers(),
                topology.elastic(),
                topology.executors().stream()
                        .map(
                                executor -> {
                                    ClusterPlan.Slot slot = slots.get(executor.tasks());
                                    return slot == null
                                            ? executor
                                            : new ClusterView.Executor(
                                                    executor.component(),
                                                    executor.tasks(),
                                                    slot.node(),
                                                    slot.port(),
                                                    executor.cpuPercent(),
                                                    executor.memoryMb());
                                })
                        .toList(),
                topology.pinned(),
                topology.inNetwork(),
                topology.constraints());
    }

    /** Returns the ids of a plan's topologies, sorted; for log lines. */
    static Set<String> topologyIds(ClusterPlan plan) {
        Set<String> ids = new TreeSet<>();
        plan.topologies().forEach(topology -> ids.add(topology.id()));
        return ids;
    }
}
