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

    /**
     * The key in the metadata of a laboratory's hosts. These share a machine, so that each one's
     * load includes that of the others.
     */
    private static final String LAB_HOST = "eyewall.lab.host";

    private final ForeignLoad foreign;

    SituationReader() {
        this(new ForeignLoad());
    }

    private SituationReader(ForeignLoad foreign) {
        this.foreign = foreign;
    }

    /** Returns a reader in the same state, whose reads do not change this one. */
    SituationReader copy() {
        return new SituationReader(foreign.copy());
    }

    /** A situation under construction. */
    private static final class Draft {
        final Map<ExecutorId, ExecutorLoad> loads = new HashMap<>();
        final Map<ExecutorId, String> present = new HashMap<>();
        final Map<ExecutorId, Set<String>> bound = new HashMap<>();
        final Set<ComponentId> inNetwork = new HashSet<>();
        final Map<ComponentId, Integer> mostPerNode = new HashMap<>();
        final List<Rules.Incompatible> incompatible = new ArrayList<>();
        final Map<String, String> leftOut = new TreeMap<>();
        boolean memory;
    }

    /**
     * Reads the situation for an evaluation.
     *
     * @param view the cluster; its executors' {@code node} and {@code port} are the present places
     */
    Situation read(ClusterView view, LoadSource source, double theta) {
        Draft draft = new Draft();
        Snapshot measured =
                source.snapshot(view.topologies().stream().map(ClusterView.Topology::id).toList());
        Map<ExecutorId, ExecutorLoad> loads = new HashMap<>();
        measured.executors().forEach(load -> loads.put(load.executor(), load));
        List<ClusterView.Topology> placed = new ArrayList<>();
        for (ClusterView.Topology topology : view.topologies()) {
            Optional<String> reason = reasonToLeaveOut(topology, loads, source, view);
            if (reason.isPresent()) {
                draft.leftOut.put(topology.id(), reason.get());
            } else {
                placed.add(topology);
            }
        }
        Map<String, Set<Integer>> ports = ports(view, draft.leftOut.keySet());
        for (ClusterView.Topology topology : placed) {
            add(topology, loads, ports, view, draft);
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
            placed.forEach(topology -> draft.leftOut.put(topology.id(), "no node has a slot"));
            return new Situation(
                    ClusterTree.of(List.of(), Map.of()),
                    new Snapshot(List.of(), List.of()),
                    Map.of(),
                    Map.of(),
                    Set.of(),
                    Map.of(),
                    List.of(),
                    draft.leftOut);
        }
        Situation unlimited = situation(view, draft, snapshot, rooms(view, draft, ports, Map.of()));
        Map<String, Double> workers =
                source.workerCores(placed.stream().map(ClusterView.Topology::id).toList());
        Map<String, Double> availableCores =
                availableCores(view, source.nodeCores(), workers, unlimited, theta);
        return situation(view, draft, snapshot, rooms(view, draft, ports, availableCores));
    }

    private static Optional<String> reasonToLeaveOut(
            ClusterView.Topology topology,
            Map<ExecutorId, ExecutorLoad> loads,
            LoadSource source,
            ClusterView view) {
        int missing = 0;
        for (ClusterView.Executor executor : topology.executors()) {
            missing += loads.containsKey(id(topology, executor)) ? 0 : 1;
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

    static ExecutorId id(ClusterView.Topology topology, ClusterView.Executor executor) {
        return new ExecutorId(
                topology.id(),
                executor.component(),
                executor.tasks().first(),
                executor.tasks().last());
    }

    /** Returns the ports of slots by node, without those that left-out topologies use. */
    private static Map<String, Set<Integer>> ports(ClusterView view, Set<String> leftOut) {
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

    private static void add(
            ClusterView.Topology topology,
            Map<ExecutorId, ExecutorLoad> loads,
            Map<String, Set<Integer>> ports,
            ClusterView view,
            Draft draft) {
        boolean memory = topology.constraints().memory();
        draft.memory |= memory;
        for (ClusterView.Executor executor : topology.executors()) {
            ExecutorId id = id(topology, executor);
            ExecutorLoad load = loads.get(id);
            draft.loads.put(
                    id,
                    new ExecutorLoad(
                            id,
                            load == null ? 0 : load.cores(),
                            memory ? executor.memoryMb() * BYTES_PER_MB : 0));
            if (executor.node() != null
                    && executor.port() != null
                    && ports.getOrDefault(executor.node(), Set.of()).contains(executor.port())) {
                draft.present.put(id, ClusterTree.place(executor.node(), executor.port()));
            }
            List<String> hosts = topology.pinned().get(executor.component());
            if (hosts != null) {
                draft.bound.put(id, places(view, hosts, ports));
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
                                                                incompatible(
                                                                        topology.id(),
                                                                        component,
                                                                        other))));
    }

    private static Rules.Incompatible incompatible(String topology, String one, String other) {
        return new Rules.Incompatible(
                new ComponentId(topology, one), new ComponentId(topology, other));
    }

    /**
     * Returns the slots of these hosts. An empty set, which restricts no executor, if other
     * topologies use them all.
     */
    private static Set<String> places(
            ClusterView view, List<String> hosts, Map<String, Set<Integer>> ports) {
        Set<String> places = new HashSet<>();
        for (ClusterView.Node node : view.nodes()) {
            if (hosts.contains(node.host())) {
                for (int port : ports.getOrDefault(node.id(), Set.of())) {
                    places.add(ClusterTree.place(node.id(), port));
                }
            }
        }
        return places;
    }

    private static Map<String, ClusterTree.Room> rooms(
            ClusterView view,
            Draft draft,
            Map<String, Set<Integer>> ports,
            Map<String, Double> availableCores) {
        Map<String, ClusterTree.Room> rooms = new HashMap<>();
        for (ClusterView.Node node : view.nodes()) {
            double cores = Math.max(0.01, node.cores());
            rooms.put(
                    node.id(),
                    new ClusterTree.Room(
                            availableCores.getOrDefault(node.id(), cores),
                            draft.memory
                                    ? node.memoryMb() * BYTES_PER_MB
                                    : Double.POSITIVE_INFINITY,
                            ports.getOrDefault(node.id(), Set.of())));
        }
        return rooms;
    }

    private static Situation situation(
            ClusterView view, Draft draft, Snapshot snapshot, Map<String, ClusterTree.Room> rooms) {
        CostTree tree = ClusterTree.of(view.nodes(), rooms);
        return new Situation(
                tree,
                snapshot,
                Map.copyOf(draft.present),
                Map.copyOf(draft.bound),
                Set.copyOf(draft.inNetwork),
                Map.copyOf(draft.mostPerNode),
                List.copyOf(draft.incompatible),
                draft.leftOut);
    }

    /**
     * Returns the cores that planned executors may use, by node. The need of workers beside their
     * executors moves with the workers: the same average is reserved on every node, because
     * reserving it only on their present nodes would drive executors away from there.
     */
    private Map<String, Double> availableCores(
            ClusterView view,
            Map<String, Double> measured,
            Map<String, Double> workers,
            Situation unlimited,
            double theta) {
        Map<String, Double> modelled = modelled(unlimited, theta);
        double workerOverhead =
                workers.entrySet().stream()
                        .mapToDouble(
                                worker ->
                                        Math.max(
                                                0,
                                                worker.getValue()
                                                        - modelled.getOrDefault(
                                                                worker.getKey(), 0.0)))
                        .average()
                        .orElse(0);
        Map<String, Double> availableCores = new HashMap<>();
        foreign.retain(view.nodes().stream().map(ClusterView.Node::id).toList());
        for (ClusterView.Node node : view.nodes()) {
            double planned =
                    Math.max(
                            modelled.getOrDefault(node.id(), 0.0),
                            workers.getOrDefault(node.id(), 0.0));
            double others = Math.max(0, measured.getOrDefault(node.id(), 0.0) - planned);
            boolean shared = node.meta().containsKey(LAB_HOST);
            availableCores.put(
                    node.id(),
                    foreign.availableCores(
                            node.id(),
                            Math.max(0.01, node.cores()),
                            shared ? 0 : others + workerOverhead));
        }
        return availableCores;
    }

    /**
     * Returns the cores that planned executors use, by node. Includes the cost of their traffic if
     * all of them have a place.
     */
    private static Map<String, Double> modelled(Situation unlimited, double theta) {
        Map<String, Double> modelled = new HashMap<>();
        Optional<Plan> present =
                unlimited.presentPlan(
                        unlimited.rules(theta, Double.POSITIVE_INFINITY), Weights.trafficOnly());
        if (present.isPresent()) {
            for (Plan.VertexLoad load : present.get().loads()) {
                modelled.put(load.vertex().replaceFirst("^node ", ""), load.cores());
            }
            return modelled;
        }
        for (ExecutorLoad load : unlimited.snapshot().executors()) {
            String place = unlimited.present().get(load.executor());
            if (place != null) {
                modelled.merge(
                        place.substring(0, place.lastIndexOf(':')), load.cores(), Double::sum);
            }
        }
        return modelled;
    }
}
