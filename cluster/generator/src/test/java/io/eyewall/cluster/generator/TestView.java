package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A simulated cluster that a test changes, and that applies plans as Nimbus would. */
final class TestView {
    final Map<String, ClusterView.Node> nodes = new TreeMap<>();
    final Map<String, ClusterView.Topology> topologies = new TreeMap<>();

    TestView(int count, double cores, int slots) {
        for (int i = 1; i <= count; i++) {
            addNode("n" + i, cores, slots, Map.of());
        }
    }

    void addNode(String id, double cores, int slots, Map<String, String> meta) {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            ports.add(6700 + i);
        }
        nodes.put(id, new ClusterView.Node(id, "host-" + id, cores, 4096, ports, meta));
    }

    /** Components {@code c0}, {@code c1}..., one executor each, each at a place {@code n1:6700}. */
    List<ExecutorId> submit(String id, String... places) {
        return submit(id, Map.of(), ClusterView.Constraints.NONE, places);
    }

    List<ExecutorId> submit(
            String id,
            Map<String, List<String>> pinned,
            ClusterView.Constraints constraints,
            String... places) {
        return submit(id, pinned, List.of(), constraints, places);
    }

    List<ExecutorId> submit(
            String id,
            Map<String, List<String>> pinned,
            List<String> inNetwork,
            ClusterView.Constraints constraints,
            String... places) {
        List<ClusterView.Executor> executors = new ArrayList<>();
        List<ExecutorId> ids = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            boolean somewhere = !places[i].isEmpty();
            executors.add(
                    new ClusterView.Executor(
                            "c" + i,
                            new ClusterPlan.Tasks(i + 1, i + 1),
                            somewhere ? places[i].split(":")[0] : null,
                            somewhere ? Integer.valueOf(places[i].split(":")[1]) : null,
                            10,
                            1000));
            ids.add(new ExecutorId(id, "c" + i, i + 1, i + 1));
        }
        topologies.put(
                id,
                new ClusterView.Topology(
                        id, id, 3, false, executors, pinned, inNetwork, constraints));
        return ids;
    }

    /**
     * A topology with a component {@code c} of so many tasks, all in one executor, on {@code n1}.
     */
    ExecutorId submitElastic(String id, int tasks) {
        return setExecutors(id, tasks, 1).get(0);
    }

    /** Makes a rebalance as Nimbus would. */
    List<ExecutorId> setExecutors(String id, int tasks, int count) {
        List<ClusterView.Executor> executors = new ArrayList<>();
        List<ExecutorId> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int first = 1 + tasks * i / count;
            int last = tasks * (i + 1) / count;
            executors.add(
                    new ClusterView.Executor(
                            "c", new ClusterPlan.Tasks(first, last), "n1", 6700, 10, 1000));
            ids.add(new ExecutorId(id, "c", first, last));
        }
        topologies.put(
                id,
                new ClusterView.Topology(
                        id,
                        id,
                        1,
                        true,
                        executors,
                        Map.of(),
                        List.of(),
                        ClusterView.Constraints.NONE));
        return ids;
    }

    ClusterView now() {
        return new ClusterView(1, List.copyOf(nodes.values()), List.copyOf(topologies.values()));
    }

    /** Applies a plan as Nimbus would. */
    void apply(ClusterPlan plan) {
        ClusterView after = PlanOnOffer.applyTo(now(), plan);
        after.topologies().forEach(topology -> topologies.put(topology.id(), topology));
    }

    /** Returns the places by component. */
    Map<String, String> places(String id) {
        Map<String, String> places = new LinkedHashMap<>();
        ClusterView.Topology topology = topologies.get(id);
        if (topology != null) {
            topology.executors().forEach(e -> places.put(e.component(), e.node() + ":" + e.port()));
        }
        return places;
    }
}
