package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;

/**
 * Checks whether a topology's plan can be applied to the current cluster. A plan is some seconds
 * old when Nimbus applies it; nodes, topologies and executors may have appeared or disappeared
 * since. Stateless.
 */
final class PlanCheck {
    private final Cluster cluster;
    private final TopologyDetails topology;
    private final TopologyRules rules;
    private final ClusterPlan.Topology plan;

    PlanCheck(
            Cluster cluster,
            TopologyDetails topology,
            TopologyRules rules,
            ClusterPlan.Topology plan) {
        this.cluster = cluster;
        this.topology = topology;
        this.rules = rules;
        this.plan = plan;
    }

    /** Returns the plan as Storm's slots and executors. */
    Map<WorkerSlot, Set<ExecutorDetails>> plannedSlots() {
        Map<WorkerSlot, Set<ExecutorDetails>> target = new LinkedHashMap<>();
        for (ClusterPlan.Slot slot : plan.slots()) {
            Set<ExecutorDetails> executors = new HashSet<>();
            slot.executors().forEach(e -> executors.add(new ExecutorDetails(e.first(), e.last())));
            target.put(new WorkerSlot(slot.node(), slot.port()), executors);
        }
        return target;
    }

    /**
     * Returns why the plan cannot be applied, apart from slots that other topologies occupy; empty
     * if it can.
     */
    Optional<String> problem() {
        Map<WorkerSlot, Set<ExecutorDetails>> target = plannedSlots();
        Set<ExecutorDetails> planned = new HashSet<>();
        target.values().forEach(planned::addAll);
        if (!planned.equals(topology.getExecutors())) {
            return Optional.of(
                    "the plan's %d executors are not the %d executors of the topology"
                            .formatted(planned.size(), topology.getExecutors().size()));
        }
        for (Map.Entry<WorkerSlot, Set<ExecutorDetails>> entry : target.entrySet()) {
            Optional<String> problem = problem(entry.getKey(), entry.getValue());
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> problem(WorkerSlot slot, Set<ExecutorDetails> executors) {
        SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
        if (supervisor == null) {
            return Optional.of("node %s is not in the cluster".formatted(slot.getNodeId()));
        }
        String host = ViewReader.host(supervisor);
        if (cluster.isBlackListed(supervisor.getId())) {
            return Optional.of("node %s is blacklisted".formatted(host));
        }
        if (!supervisor.getAllPorts().contains(slot.getPort())) {
            return Optional.of("%s has no slot %d now".formatted(host, slot.getPort()));
        }
        return switchProblem(supervisor, executors)
                .or(() -> componentProblem(host, executors))
                .or(() -> memoryProblem(supervisor, host, executors));
    }

    private Optional<String> switchProblem(
            SupervisorDetails supervisor, Set<ExecutorDetails> executors) {
        if (!ViewReader.isAtSwitch(supervisor)) {
            return Optional.empty();
        }
        String host = ViewReader.host(supervisor);
        return executors.stream()
                .map(each -> topology.getExecutorToComponent().getOrDefault(each, ""))
                .filter(component -> !rules.mayRunInNetwork(component, host))
                .findFirst()
                .map(
                        component ->
                                "'%s' is planned on %s, which is at a switch; %s does not name it"
                                        .formatted(component, host, TopologyRules.IN_NETWORK_KEY));
    }

    private Optional<String> componentProblem(String host, Set<ExecutorDetails> executors) {
        Map<String, Integer> counts = new HashMap<>();
        for (ExecutorDetails executor : executors) {
            counts.merge(
                    topology.getExecutorToComponent().getOrDefault(executor, ""), 1, Integer::sum);
        }
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            String component = entry.getKey();
            if (!rules.mayRunOn(component, host)) {
                return Optional.of(
                        "'%s' is pinned to %s, planned on %s"
                                .formatted(component, rules.pinned().get(component), host));
            }
            if (entry.getValue() > rules.maxPerNode(component)) {
                return Optional.of(
                        "%d executors of '%s' on %s, at most %d are allowed"
                                .formatted(
                                        entry.getValue(),
                                        component,
                                        host,
                                        rules.maxPerNode(component)));
            }
            if (rules.isIncompatible(component, counts.keySet())) {
                return Optional.of(
                        ("'%s' shares a worker on %s with components that it is declared"
                                        + " incompatible with: %s")
                                .formatted(component, host, counts.keySet()));
            }
        }
        return Optional.empty();
    }

    /**
     * Checks the declared memory of all executors that would be on the node: those planned there
     * and those of other topologies.
     */
    private Optional<String> memoryProblem(
            SupervisorDetails supervisor, String host, Set<ExecutorDetails> executors) {
        if (!rules.constraints().memory()) {
            return Optional.empty();
        }
        double sumMb = memoryMb(topology, executors);
        for (SchedulerAssignment other : cluster.getAssignments().values()) {
            TopologyDetails details = cluster.getTopologies().getById(other.getTopologyId());
            if (details != null
                    && !details.getId().equals(topology.getId())
                    && TopologyRules.of(details).constraints().memory()) {
                for (Map.Entry<ExecutorDetails, WorkerSlot> entry :
                        other.getExecutorToSlot().entrySet()) {
                    if (entry.getValue().getNodeId().equals(supervisor.getId())) {
                        sumMb += memoryMb(details, List.of(entry.getKey()));
                    }
                }
            }
        }
        return sumMb <= supervisor.getTotalMemory()
                ? Optional.empty()
                : Optional.of(
                        "%.0f MB declared on %s, it has %.0f"
                                .formatted(sumMb, host, supervisor.getTotalMemory()));
    }

    private static double memoryMb(TopologyDetails topology, Iterable<ExecutorDetails> executors) {
        double sumMb = 0;
        for (ExecutorDetails executor : executors) {
            Double mb = topology.getTotalMemReqTask(executor);
            sumMb += mb == null ? 0 : mb;
        }
        return sumMb;
    }

    /** Returns whether all planned slots are free or used by this topology. */
    boolean slotsAreAvailable() {
        Set<WorkerSlot> ownSlots =
                new HashSet<>(cluster.getUsedSlotsByTopologyId(topology.getId()));
        return plannedSlots().keySet().stream()
                .allMatch(slot -> ownSlots.contains(slot) || !cluster.isSlotOccupied(slot));
    }
}
