package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Combines Nimbus' view of the cluster with the monitors' measurements. A topology is left out
 * unless all of its executors have been measured, since unknown executors would count as idle. For
 * the generator's thread.
 */
final class SituationReader {
    private static final double BYTES_PER_MB = 1 << 20;

    /** Lower bound of a node's cores, since limits must be above 0. */
    private static final double MIN_CORES = 0.01;

    /**
     * The key in the metadata of a laboratory's hosts. The hosts share a machine, so that each
     * host's load includes that of all others.
     */
    private static final String LAB_HOST_META = "eyewall.lab.host";

    private final ForeignLoad foreignLoad;

    SituationReader() {
        this(new ForeignLoad());
    }

    private SituationReader(ForeignLoad foreignLoad) {
        this.foreignLoad = foreignLoad;
    }

    /** Returns a reader in the same state, whose reads do not change this one. */
    SituationReader copy() {
        return new SituationReader(foreignLoad.copy());
    }

    /** A situation under construction. */
    private static final class Draft {
        final Map<ExecutorId, ExecutorLoad> loads = new HashMap<>();
        final Map<ExecutorId, String> present = new HashMap<>();
        final Map<ExecutorId, Set<String>> allowedPlaces = new HashMap<>();
        final Set<ComponentId> inNetwork = new HashSet<>();
        final Map<ComponentId, Integer> mostPerNode = new HashMap<>();
        final List<Rules.Incompatible> incompatible = new ArrayList<>();
        final Map<String, String> leftOut = new TreeMap<>();
        boolean limitsMemory;
    }

    /**
     * Reads the situation for an evaluation.
     *
     * @param view the cluster, with the places that count as present
     * @param theta the share of a node's cores that plans may use
     */
    Situation read(ClusterView view, LoadSource source, double theta) {
        Draft draft = new Draft();
        Snapshot measured =
                source.snapshot(view.topologies().stream().map(ClusterView.Topology::id).toList());
        Map<ExecutorId, ExecutorLoad> loads = new HashMap<>();
        measured.executors().forEach(load -> loads.put(load.executor(), load));
        List<ClusterView.Topology> planned = new ArrayList<>();
        for (ClusterView.Topology topology : view.topologies()) {
            Optional<String> reason = reasonToLeaveOut(topology, loads, source, view);
            if (reason.isPresent()) {
                draft.leftOut.put(topology.id(), reason.get());
            } else {
                planned.add(topology);
            }
        }
        Map<String, Set<Integer>> ports = usablePorts(view, draft.leftOut.keySet());
        for (ClusterView.Topology topology : planned) {
            addTopology(topology, loads, ports, view, draft);
        }
        Snapshot snapshot =
                new Snapshot(
                        List.copyOf(draft.loads.values()),
                        measured.traffic().stream()
                                .filter(
                                        flow ->
                                                draft.loads.containsKey(flow.from())
                                                        && draft.loads.containsKey(flow.to()))
                                .toList());
        if (ports.values().stream().allMatch(Set::isEmpty)) {
            planned.forEach(topology -> draft.leftOut.put(topology.id(), "no node has a slot"));
            return new Situation(
                    ClusterTree.build(List.of(), Map.of()),
                    new Snapshot(List.of(), List.of()),
                    Map.of(),
                    Map.of(),
                    Set.of(),
                    Map.of(),
                    List.of(),
                    draft.leftOut);
        }
        Situation unlimited =
                buildSituation(view, draft, snapshot, nodeResources(view, draft, ports, Map.of()));
        Map<String, Double> workerCores =
                source.workerCores(planned.stream().map(ClusterView.Topology::id).toList());
        Map<String, Double> availableCores =
                availableCores(view, source.nodeCores(), workerCores, unlimited, theta);
        return buildSituation(
                view, draft, snapshot, nodeResources(view, draft, ports, availableCores));
    }

    private static Optional<String> reasonToLeaveOut(
            ClusterView.Topology topology,
            Map<ExecutorId, ExecutorLoad> loads,
            LoadSource source,
            ClusterView view) {
        int missing = 0;
        for (ClusterView.Executor executor : topology.executors()) {
            missing += loads.containsKey(executorId(topology, executor)) ? 0 : 1;
        }
        if (missing > 0 || topology.executors().isEmpty()) {
            return Optional.of(
                    "%d of %d executors have not been measured"
                            .formatted(missing, topology.executors().size()));
        }
        Optional<String> gap = source.gap(topology.id());
        if (gap.isPresent()) {
            return gap;
        }
        Set<String> hosts =
                view.nodes().stream().map(ClusterView.Node::host).collect(Collectors.toSet());
        for (Map.Entry<String, List<String>> pin : topology.pinned().entrySet()) {
            boolean exists =
                    topology.executors().stream().anyMatch(e -> e.component().equals(pin.getKey()));
            if (exists && pin.getValue().stream().noneMatch(hosts::contains)) {
                return Optional.of(
                        "'%s' is pinned to %s, which the cluster does not have"
                                .formatted(pin.getKey(), pin.getValue()));
            }
        }
        return Optional.empty();
    }

    static ExecutorId executorId(ClusterView.Topology topology, ClusterView.Executor executor) {
        return new ExecutorId(
                topology.id(),
                executor.component(),
                executor.tasks().first(),
                executor.tasks().last());
    }

    /** Returns the ports of slots by node, without those that left-out topologies use. */
    private static Map<String, Set<Integer>> usablePorts(ClusterView view, Set<String> leftOut) {
        Map<String, Set<Integer>> ports = new HashMap<>();
        view.nodes().forEach(node -> ports.put(node.id(), new HashSet<>(node.ports())));
        for (ClusterView.Topology topology : view.topologies()) {
            if (leftOut.contains(topology.id())) {
                for (ClusterView.Executor executor : topology.executors()) {
                    if (executor.node() != null && executor.port() != null) {
                        ports.getOrDefault(executor.node(), new HashSet<>())
                                .remove(executor.port());
                    }
                }
            }
        }
        return ports;
    }

    private static void addTopology(
            ClusterView.Topology topology,
            Map<ExecutorId, ExecutorLoad> loads,
            Map<String, Set<Integer>> ports,
            ClusterView view,
            Draft draft) {
        boolean declaresMemory = topology.constraints().memory();
        draft.limitsMemory |= declaresMemory;
        for (ClusterView.Executor executor : topology.executors()) {
            ExecutorId id = executorId(topology, executor);
            ExecutorLoad load = loads.get(id);
            draft.loads.put(
                    id,
                    new ExecutorLoad(
                            id,
                            load == null ? 0 : load.cores(),
                            declaresMemory ? executor.memoryMb() * BYTES_PER_MB : 0));
            if (executor.node() != null
                    && executor.port() != null
                    && ports.getOrDefault(executor.node(), Set.of()).contains(executor.port())) {
                draft.present.put(id, ClusterTree.placeName(executor.node(), executor.port()));
            }
            List<String> hosts = topology.pinned().get(executor.component());
            if (hosts != null) {
                draft.allowedPlaces.put(id, placesOn(view, hosts, ports));
            }
        }
        for (String component : topology.inNetwork()) {
            draft.inNetwork.add(new ComponentId(topology.id(), component));
        }
        topology.constraints()
                .mostPerNode()
                .forEach(
                        (component, most) ->
                                draft.mostPerNode.put(
                                        new ComponentId(topology.id(), component), most));
        topology.constraints()
                .incompatible()
                .forEach(
                        (component, others) ->
                                others.stream()
                                        .filter(other -> component.compareTo(other) < 0)
                                        .forEach(
                                                other ->
                                                        draft.incompatible.add(
                                                                incompatiblePair(
                                                                        topology.id(),
                                                                        component,
                                                                        other))));
    }

    private static Rules.Incompatible incompatiblePair(String topology, String one, String other) {
        return new Rules.Incompatible(
                new ComponentId(topology, one), new ComponentId(topology, other));
    }

    /**
     * Returns the slots of these hosts. If other topologies use all these slots, the set is empty,
     * which restricts no executor.
     */
    private static Set<String> placesOn(
            ClusterView view, List<String> hosts, Map<String, Set<Integer>> ports) {
        Set<String> places = new HashSet<>();
        for (ClusterView.Node node : view.nodes()) {
            if (hosts.contains(node.host())) {
                for (int port : ports.getOrDefault(node.id(), Set.of())) {
                    places.add(ClusterTree.placeName(node.id(), port));
                }
            }
        }
        return places;
    }

    private static Map<String, ClusterTree.NodeResources> nodeResources(
            ClusterView view,
            Draft draft,
            Map<String, Set<Integer>> ports,
            Map<String, Double> availableCores) {
        Map<String, ClusterTree.NodeResources> resources = new HashMap<>();
        for (ClusterView.Node node : view.nodes()) {
            double cores = Math.max(MIN_CORES, node.cores());
            resources.put(
                    node.id(),
                    new ClusterTree.NodeResources(
                            availableCores.getOrDefault(node.id(), cores),
                            draft.limitsMemory
                                    ? node.memoryMb() * BYTES_PER_MB
                                    : Double.POSITIVE_INFINITY,
                            ports.getOrDefault(node.id(), Set.of())));
        }
        return resources;
    }

    private static Situation buildSituation(
            ClusterView view,
            Draft draft,
            Snapshot snapshot,
            Map<String, ClusterTree.NodeResources> resources) {
        CostTree tree = ClusterTree.build(view.nodes(), resources);
        return new Situation(
                tree,
                snapshot,
                Map.copyOf(draft.present),
                Map.copyOf(draft.allowedPlaces),
                Set.copyOf(draft.inNetwork),
                Map.copyOf(draft.mostPerNode),
                List.copyOf(draft.incompatible),
                draft.leftOut);
    }

    /**
     * Returns the cores that planned executors may use, by node. What workers need beside their
     * executors moves with the workers. Therefore the same average is reserved on every node:
     * reserving it only on the workers' present nodes would drive executors away from there.
     *
     * @param measured cores that all processes of a node use
     * @param workerCores cores that worker processes of planned topologies use
     * @param unlimited the situation without foreign load
     */
    private Map<String, Double> availableCores(
            ClusterView view,
            Map<String, Double> measured,
            Map<String, Double> workerCores,
            Situation unlimited,
            double theta) {
        Map<String, Double> modelledCores = modelledCores(unlimited, theta);
        double workerOverhead =
                workerCores.entrySet().stream()
                        .mapToDouble(
                                worker ->
                                        Math.max(
                                                0,
                                                worker.getValue()
                                                        - modelledCores.getOrDefault(
                                                                worker.getKey(), 0.0)))
                        .average()
                        .orElse(0);
        Map<String, Double> availableCores = new HashMap<>();
        foreignLoad.retain(view.nodes().stream().map(ClusterView.Node::id).toList());
        for (ClusterView.Node node : view.nodes()) {
            double plannedCores =
                    Math.max(
                            modelledCores.getOrDefault(node.id(), 0.0),
                            workerCores.getOrDefault(node.id(), 0.0));
            double others = Math.max(0, measured.getOrDefault(node.id(), 0.0) - plannedCores);
            boolean sharesMachine = node.meta().containsKey(LAB_HOST_META);
            availableCores.put(
                    node.id(),
                    foreignLoad.availableCores(
                            node.id(),
                            Math.max(MIN_CORES, node.cores()),
                            sharesMachine ? 0 : others + workerOverhead));
        }
        return availableCores;
    }

    /**
     * Returns the cores that planned executors use, by node. Includes the cost of their traffic if
     * all of them have a place.
     */
    private static Map<String, Double> modelledCores(Situation unlimited, double theta) {
        Map<String, Double> modelledCores = new HashMap<>();
        Optional<Plan> present =
                unlimited.presentPlan(
                        unlimited.rules(theta, Double.POSITIVE_INFINITY), Weights.trafficOnly());
        if (present.isPresent()) {
            for (Plan.VertexLoad load : present.get().loads()) {
                modelledCores.put(load.vertex().replaceFirst("^node ", ""), load.cores());
            }
            return modelledCores;
        }
        for (ExecutorLoad load : unlimited.snapshot().executors()) {
            String place = unlimited.present().get(load.executor());
            if (place != null) {
                modelledCores.merge(
                        place.substring(0, place.lastIndexOf(':')), load.cores(), Double::sum);
            }
        }
        return modelledCores;
    }
}
