package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.jspecify.annotations.Nullable;

/** Converts Storm's state of the cluster to a view for the generator. Stateless. */
final class ViewReader {
    private static final double PERCENT = 100;

    /** Key in a supervisor's scheduler metadata: the host's name in {@code eyewall lab}. */
    private static final String LAB_HOST = "eyewall.lab.host";

    private ViewReader() {}

    /**
     * @param planned the topologies that plans place, with their rules
     */
    static ClusterView read(
            long timeMs, Cluster cluster, Map<TopologyDetails, TopologyRules> planned) {
        Map<String, TopologyRules> byId = new TreeMap<>();
        planned.forEach((topology, rules) -> byId.put(topology.getId(), rules));
        Map<String, Set<Integer>> othersPorts = new HashMap<>();
        for (SchedulerAssignment assignment : cluster.getAssignments().values()) {
            if (!byId.containsKey(assignment.getTopologyId())) {
                for (WorkerSlot slot : assignment.getSlots()) {
                    othersPorts
                            .computeIfAbsent(slot.getNodeId(), id -> new HashSet<>())
                            .add(slot.getPort());
                }
            }
        }
        List<ClusterView.Node> nodes = new ArrayList<>();
        for (SupervisorDetails supervisor : cluster.getSupervisors().values()) {
            if (!cluster.isBlackListed(supervisor.getId())) {
                nodes.add(node(supervisor, othersPorts.getOrDefault(supervisor.getId(), Set.of())));
            }
        }
        nodes.sort(Comparator.comparing(ClusterView.Node::id));
        List<ClusterView.Topology> topologies = new ArrayList<>();
        planned.forEach((topology, rules) -> topologies.add(topology(topology, rules, cluster)));
        topologies.sort(Comparator.comparing(ClusterView.Topology::id));
        return new ClusterView(timeMs, nodes, topologies);
    }

    private static ClusterView.Node node(SupervisorDetails supervisor, Set<Integer> othersPorts) {
        return new ClusterView.Node(
                supervisor.getId(),
                host(supervisor),
                supervisor.getTotalCpu() / PERCENT,
                supervisor.getTotalMemory(),
                supervisor.getAllPorts().stream()
                        .filter(port -> !othersPorts.contains(port))
                        .sorted()
                        .toList(),
                meta(supervisor.getSchedulerMeta()));
    }

    /** Returns whether a supervisor's node is at a switch. */
    static boolean isBox(SupervisorDetails supervisor) {
        return node(supervisor, Set.of()).isBox();
    }

    /**
     * Returns the host name used for display, pins and status: the laboratory's if set, else
     * Storm's.
     */
    static String host(SupervisorDetails supervisor) {
        String named = meta(supervisor.getSchedulerMeta()).get(LAB_HOST);
        return named != null ? named : address(supervisor);
    }

    private static String address(SupervisorDetails supervisor) {
        return supervisor.getHost() == null ? supervisor.getId() : supervisor.getHost();
    }

    /** Returns the hosts' names, by Storm's names. */
    static Map<String, String> hostNames(Cluster cluster) {
        Map<String, String> names = new HashMap<>();
        for (SupervisorDetails supervisor : cluster.getSupervisors().values()) {
            names.put(address(supervisor), host(supervisor));
        }
        return names;
    }

    private static Map<String, String> meta(@Nullable Object meta) {
        Map<String, String> texts = new TreeMap<>();
        if (meta instanceof Map<?, ?> map) {
            map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
        }
        return texts;
    }

    private static ClusterView.Topology topology(
            TopologyDetails topology, TopologyRules rules, Cluster cluster) {
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        Map<ExecutorDetails, WorkerSlot> slots =
                assignment == null ? Map.of() : assignment.getExecutorToSlot();
        List<ClusterView.Executor> executors = new ArrayList<>();
        topology.getExecutorToComponent()
                .forEach(
                        (executor, component) ->
                                executors.add(
                                        executor(
                                                topology,
                                                executor,
                                                component,
                                                slots.get(executor))));
        executors.sort(Comparator.comparingInt(executor -> executor.tasks().first()));
        return new ClusterView.Topology(
                topology.getId(),
                topology.getName(),
                topology.getNumWorkers(),
                rules.elastic(),
                executors,
                rules.pinned(),
                rules.inNetwork(),
                rules.constraints());
    }

    private static ClusterView.Executor executor(
            TopologyDetails topology,
            ExecutorDetails executor,
            String component,
            @Nullable WorkerSlot slot) {
        return new ClusterView.Executor(
                component,
                new ClusterPlan.Tasks(executor.getStartTask(), executor.getEndTask()),
                slot == null ? null : slot.getNodeId(),
                slot == null ? null : slot.getPort(),
                known(topology.getTotalCpuReqTask(executor)),
                known(topology.getTotalMemReqTask(executor)));
    }

    private static double known(@Nullable Double value) {
        return value == null || !(value >= 0 && value < Double.POSITIVE_INFINITY) ? 0 : value;
    }
}
