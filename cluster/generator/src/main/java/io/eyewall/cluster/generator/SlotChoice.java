package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterPlan.Tasks;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Chooses the slots of a plan's workers. Storm kills a worker whose executors change. An unchanged
 * worker keeps its slot; a changed one gets a free slot if its node has one, so that it starts
 * before the old worker ends. For one plan.
 */
final class SlotChoice {
    private final Map<String, Set<Integer>> portsByNode = new HashMap<>();

    /** The topologies that use slots now, by slot. */
    private final Map<String, String> topologyBySlot = new HashMap<>();

    /** The executors of present workers, by topology and slot. */
    private final Map<String, Set<Tasks>> presentExecutors = new HashMap<>();

    /** The slots chosen for the plan's workers so far. */
    private final Set<String> chosen = new HashSet<>();

    /** A worker of the plan. Its node is given; its slot is still to be chosen. */
    private record Worker(String topology, String node, Set<Tasks> executors) {}

    SlotChoice(ClusterView view) {
        view.nodes().forEach(node -> portsByNode.put(node.id(), new TreeSet<>(node.ports())));
        for (ClusterView.Topology topology : view.topologies()) {
            for (ClusterView.Executor executor : topology.executors()) {
                String node = executor.node();
                Integer port = executor.port();
                if (node != null && port != null) {
                    topologyBySlot.put(ClusterTree.placeName(node, port), topology.id());
                    presentExecutors
                            .computeIfAbsent(
                                    workerKey(topology.id(), node, port), k -> new HashSet<>())
                            .add(executor.tasks());
                }
            }
        }
    }

    private static String workerKey(String topology, String node, int port) {
        return topology + " " + ClusterTree.placeName(node, port);
    }

    /**
     * Returns the plan's topologies with their slots.
     *
     * @param assignment the place in the cost tree of each executor; only the place's node is used
     */
    List<ClusterPlan.Topology> choose(Map<ExecutorId, String> assignment) {
        Map<String, Map<String, Worker>> workers = new TreeMap<>();
        assignment.forEach(
                (executor, place) -> {
                    String node = place.substring(0, place.lastIndexOf(':'));
                    workers.computeIfAbsent(executor.topology(), t -> new TreeMap<>())
                            .computeIfAbsent(
                                    node, n -> new Worker(executor.topology(), n, new HashSet<>()))
                            .executors()
                            .add(new Tasks(executor.firstTask(), executor.lastTask()));
                });
        Map<Worker, Integer> kept = new HashMap<>();
        for (Map<String, Worker> byNode : workers.values()) {
            for (Worker worker : byNode.values()) {
                unchangedSlot(worker)
                        .ifPresent(
                                port -> {
                                    kept.put(worker, port);
                                    chosen.add(ClusterTree.placeName(worker.node(), port));
                                });
            }
        }
        List<ClusterPlan.Topology> topologies = new ArrayList<>();
        workers.forEach(
                (topology, byNode) -> {
                    List<ClusterPlan.Slot> slots = new ArrayList<>();
                    for (Worker worker : byNode.values()) {
                        Integer port = kept.get(worker);
                        slots.add(
                                toSlot(
                                        worker,
                                        port == null ? chooseNewSlot(worker, workers) : port));
                    }
                    topologies.add(new ClusterPlan.Topology(topology, slots));
                });
        return topologies;
    }

    private Optional<Integer> unchangedSlot(Worker worker) {
        return portsOf(worker)
                .filter(
                        port ->
                                worker.executors()
                                        .equals(
                                                presentExecutors.get(
                                                        workerKey(
                                                                worker.topology(),
                                                                worker.node(),
                                                                port))))
                .findFirst();
    }

    private Stream<Integer> portsOf(Worker worker) {
        return portsByNode.getOrDefault(worker.node(), Set.of()).stream();
    }

    private static ClusterPlan.Slot toSlot(Worker worker, int port) {
        return new ClusterPlan.Slot(
                worker.node(),
                port,
                worker.executors().stream().sorted(Comparator.comparingInt(Tasks::first)).toList());
    }

    /**
     * Returns a free slot; else one that the worker's topology uses now; else one that another
     * topology of the plan uses now.
     */
    private int chooseNewSlot(Worker worker, Map<String, Map<String, Worker>> planned) {
        List<Predicate<String>> preferences =
                List.of(
                        place -> !topologyBySlot.containsKey(place),
                        place -> worker.topology().equals(topologyBySlot.get(place)),
                        place -> planned.containsKey(topologyBySlot.get(place)));
        for (Predicate<String> preference : preferences) {
            for (int port : portsOf(worker).toList()) {
                String place = ClusterTree.placeName(worker.node(), port);
                if (preference.test(place) && chosen.add(place)) {
                    return port;
                }
            }
        }
        throw new IllegalStateException(
                "plan: more workers on node %s than it has slots, %s"
                        .formatted(worker.node(), portsByNode.get(worker.node())));
    }
}
