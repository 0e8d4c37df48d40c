package io.eyewall.console.browser;

import io.eyewall.cluster.generator.LoadSource;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster of six nodes in two racks with two topologies as Storm has placed them, executors in
 * turn; what it says to a generator as Nimbus and monitors would. Does plans when it is told.
 */
final class FedCluster implements LoadSource {
    /** What somebody might call a topology, and a component. */
    static final String HOSTILE = "<img src=x onerror=alert(1)>\u202Ecod";

    private static final int NODES = 6;
    private static final int PORT = 6700;
    private static final double BYTES_PER_TUPLE = 120;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<ExecutorId, ExecutorLoad> loads = new HashMap<>();
    private final List<Traffic> traffic = new ArrayList<>();
    private volatile List<ClusterView.Topology> topologies;

    /**
     * @param second name of one topology and its bolt
     */
    FedCluster(String second) {
        topologies =
                List.of(
                        chain("clicks", "clicks", List.of("read", "parse", "count"), 4, 6_000),
                        chain("second", second, List.of("spout", second), 2, 700));
        ExecutorId hot = loads.keySet().stream().sorted().findFirst().orElseThrow();
        loads.put(hot, new ExecutorLoad(hot, 0.93, 0));
    }

    private ClusterView.Topology chain(
            String id, String name, List<String> components, int parallelism, double rate) {
        List<ClusterView.Executor> executors = new ArrayList<>();
        List<List<ExecutorId>> ids = new ArrayList<>();
        int task = 1;
        for (String component : components) {
            List<ExecutorId> own = new ArrayList<>();
            for (int i = 0; i < parallelism; i++) {
                executors.add(
                        new ClusterView.Executor(
                                component,
                                new ClusterPlan.Tasks(task, task),
                                "n" + (1 + executors.size() % NODES),
                                PORT + (id.equals("clicks") ? 0 : 1),
                                10,
                                128));
                ExecutorId executor = new ExecutorId(id, component, task, task);
                own.add(executor);
                loads.put(executor, new ExecutorLoad(executor, 0.05 + 0.02 * task, 0));
                task++;
            }
            ids.add(own);
        }
        for (int stage = 0; stage + 1 < ids.size(); stage++) {
            for (int i = 0; i < parallelism; i++) {
                double tuples = rate * (1 + i);
                traffic.add(
                        new Traffic(
                                ids.get(stage).get(i),
                                ids.get(stage + 1).get(i),
                                tuples,
                                BYTES_PER_TUPLE * tuples));
            }
        }
        return new ClusterView.Topology(
                id,
                name,
                NODES,
                false,
                executors,
                Map.of(),
                List.of(),
                ClusterView.Constraints.NONE);
    }

    private ClusterView view() {
        List<ClusterView.Node> nodes = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            nodes.add(
                    new ClusterView.Node(
                            "n" + i,
                            "storm" + i,
                            2,
                            4096,
                            List.of(PORT, PORT + 1, PORT + 2),
                            Map.of("eyewall.rack", i <= NODES / 2 ? "a" : "b")));
        }
        return new ClusterView(System.currentTimeMillis(), nodes, topologies);
    }

    /** Nimbus asks; the answer is the plan. */
    ClusterPlan ask(String generator) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                http.send(
                        HttpRequest.newBuilder(URI.create(generator + "/v1/cluster"))
                                .POST(HttpRequest.BodyPublishers.ofString(view().toJson()))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return ClusterPlan.fromJson(answer.body());
    }

    /** Nimbus does a plan. */
    void follow(ClusterPlan plan) {
        Map<String, ClusterPlan.Slot> slots = new HashMap<>();
        for (ClusterPlan.Topology topology : plan.topologies()) {
            for (ClusterPlan.Slot slot : topology.slots()) {
                slot.executors().forEach(e -> slots.put(topology.id() + e.first(), slot));
            }
        }
        topologies = topologies.stream().map(topology -> moved(topology, slots)).toList();
    }

    private static ClusterView.Topology moved(
            ClusterView.Topology topology, Map<String, ClusterPlan.Slot> slots) {
        List<ClusterView.Executor> executors = new ArrayList<>();
        for (ClusterView.Executor each : topology.executors()) {
            ClusterPlan.Slot slot = slots.get(topology.id() + each.tasks().first());
            executors.add(
                    slot == null
                            ? each
                            : new ClusterView.Executor(
                                    each.component(),
                                    each.tasks(),
                                    slot.node(),
                                    slot.port(),
                                    each.cpuPercent(),
                                    each.memoryMb()));
        }
        return new ClusterView.Topology(
                topology.id(),
                topology.name(),
                topology.workers(),
                topology.elastic(),
                executors,
                topology.pinned(),
                topology.inNetwork(),
                topology.constraints());
    }

    @Override
    public Snapshot snapshot(Collection<String> topologyIds) {
        return new Snapshot(
                loads.values().stream()
                        .filter(load -> topologyIds.contains(load.executor().topology()))
                        .toList(),
                traffic.stream()
                        .filter(flow -> topologyIds.contains(flow.from().topology()))
                        .toList());
    }

    @Override
    public Map<String, Double> nodeCores() {
        return Map.of("n1", 1.3, "n2", 0.9, "n3", 0.8, "n4", 0.7, "n5", 0.8, "n6", 0.9);
    }

    @Override
    public Map<String, Double> workerCores(Collection<String> topologyIds) {
        return Map.of();
    }

    @Override
    public Optional<String> gap(String topologyId) {
        return Optional.empty();
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    @Override
    public void inUse(Set<String> topologyIds, Set<String> nodeIds) {
        // all of it stays
    }
}
