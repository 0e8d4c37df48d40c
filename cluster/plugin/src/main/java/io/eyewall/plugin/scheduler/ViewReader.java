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
    private static final String LAB_HOST_KEY = "eyewall.lab.host";

    private ViewReader() {}

    /**
     * Returns the view of a cluster.
     *
     * @param timeMs the time of the view
     * @param planned the topologies that plans place, with their rules
     */
    static ClusterView read(
            long timeMs, Cluster cluster, Map<TopologyDetails, TopologyRules> planned) {
        Map<String, TopologyRules> byId = new TreeMap<>();
        planned.forEach((topology, rules) -> byId.put(topology.getId(), rules));
        // Ports of slots in which topologies run that plans do not place, by supervisor.
        Map<String, Set<Integer>> foreignPorts = new HashMap<>();
        for (SchedulerAssignment assignment : cluster.getAssignments().values()) {
            if (!byId.containsKey(assignment.getTopologyId())) {
                for (WorkerSlot slot : assignment.getSlots()) {
                    foreignPorts
                            .computeIfAbsent(slot.getNodeId(), id -> new HashSet<>())
                            .add(slot.getPort());
                }
            }
        }
        List<ClusterView.Node> nodes = new ArrayList<>();
        for (SupervisorDetails supervisor : cluster.getSupervisors().values()) {
            if (!cluster.isBlackListed(supervisor.getId())) {
                nodes.add(
                        node(supervisor, foreignPorts.getOrDefault(supervisor.getId(), Set.of())));
            }
        }
        nodes.sort(Comparator.comparing(ClusterView.Node::id));
        List<ClusterView.Topology> topologies = new ArrayList<>();
        planned.forEach((topology, rules) -> topologies.add(topology(topology, rules, cluster)));
        topologies.sort(Comparator.comparing(ClusterView.Topology::id));
        return new ClusterView(timeMs, nodes, topologies);
    }

    private static ClusterView.Node node(SupervisorDetails supervisor, Set<Integer> foreignPorts) {
        return new ClusterView.Node(
                supervisor.getId(),
                host(supervisor),
                supervisor.getTotalCpu() / PERCENT,
                supervisor.getTotalMemory(),
                supervisor.getAllPorts().stream()
                        .filter(port -> !foreignPorts.contains(port))
                        .sorted()
                        .toList(),
                toTextMap(supervisor.getSchedulerMeta()));
    }

    /** Returns whether a supervisor's node is at a switch. */
    static boolean isAtSwitch(SupervisorDetails supervisor) {
        return node(supervisor, Set.of()).isAtSwitch();
    }

    /**
     * Returns the host name used for display, pins and status: the laboratory's if set, else
     * Storm's.
     */
    static String host(SupervisorDetails supervisor) {
        String named = toTextMap(supervisor.getSchedulerMeta()).get(LAB_HOST_KEY);
        return named != null ? named : stormHost(supervisor);
    }

    private static String stormHost(SupervisorDetails supervisor) {
        return supervisor.getHost() == null ? supervisor.getId() : supervisor.getHost();
    }

    /** Returns the name of each host as {@link #host} does, by the host's name in Storm. */
    static Map<String, String> hostNames(Cluster cluster) {
        Map<String, String> names = new HashMap<>();
        for (SupervisorDetails supervisor : cluster.getSupervisors().values()) {
            names.put(stormHost(supervisor), host(supervisor));
        }
        return names;
    }

    private static Map<String, String> toTextMap(@Nullable Object value) {
        Map<String, String> texts = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> texts.put(String.valueOf(key), String.valueOf(entry)));
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
                finiteOrZero(topology.getTotalCpuReqTask(executor)),
                finiteOrZero(topology.getTotalMemReqTask(executor)));
    }

    /** Returns a value that Storm reports; 0 if it is missing, negative, infinite or NaN. */
    private static double finiteOrZero(@Nullable Double value) {
        return value == null || !(value >= 0 && value < Double.POSITIVE_INFINITY) ? 0 : value;
    }
}
