package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.storm.Config;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SchedulerAssignmentImpl;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.Topologies;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.apache.storm.scheduler.resource.normalization.ResourceMetrics;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.Utils;

/** Storm's own picture of a cluster, as Nimbus makes it for each round. */
final class TestCluster {
    final Map<String, SupervisorDetails> supervisors = new HashMap<>();
    final Map<String, TopologyDetails> topologies = new HashMap<>();
    final Set<String> blacklisted = new HashSet<>();
    private Map<String, SchedulerAssignment> assignments = new HashMap<>();

    TestCluster(int nodes, int slots) {
        for (int i = 1; i <= nodes; i++) {
            addNode("n" + i, slots);
        }
    }

    void addNode(String id, int slots) {
        List<Integer> ports = new ArrayList<>();
        for (int port = 6700; port < 6700 + slots; port++) {
            ports.add(port);
        }
        addNode(id, ports);
    }

    void addNode(String id, List<Integer> ports) {
        addNode(id, ports, Map.of("eyewall.rack", "r"));
    }

    void addNode(String id, List<Integer> ports, Map<String, String> meta) {
        supervisors.put(
                id,
                new SupervisorDetails(
                        id,
                        "host-" + id,
                        meta,
                        ports,
                        Map.of(
                                Config.SUPERVISOR_CPU_CAPACITY,
                                400.0,
                                Config.SUPERVISOR_MEMORY_CAPACITY_MB,
                                2048.0)));
    }

    /** A spout {@code a} and a bolt {@code b}, so many executors of each; tasks from 1 on. */
    TopologyDetails submit(String id, int workers, int each, Map<String, Object> conf) {
        return submit(id, workers, each, conf, bolt -> {});
    }

    TopologyDetails submit(
            String id,
            int workers,
            int each,
            Map<String, Object> conf,
            Consumer<BoltDeclarer> declare) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("a", new TestWordSpout(), each);
        declare.accept(builder.setBolt("b", new TestWordCounter(), each).shuffleGrouping("a"));
        Map<String, Object> all = Utils.readDefaultConfig();
        all.put(Config.TOPOLOGY_NAME, id);
        all.putAll(conf);
        Map<ExecutorDetails, String> components = new HashMap<>();
        for (int task = 1; task <= 2 * each; task++) {
            components.put(new ExecutorDetails(task, task), task <= each ? "a" : "b");
        }
        TopologyDetails topology =
                new TopologyDetails(
                        id, all, builder.createTopology(), workers, components, 0, "user");
        topologies.put(id, topology);
        return topology;
    }

    /** Executors have died, or their topology is rebalanced. */
    void lose(String id, Set<Integer> tasks) {
        SchedulerAssignment before = assignments.get(id);
        Map<ExecutorDetails, WorkerSlot> left = new HashMap<>();
        if (before != null) {
            before.getExecutorToSlot()
                    .forEach(
                            (executor, slot) -> {
                                if (!tasks.contains(executor.getStartTask())) {
                                    left.put(executor, slot);
                                }
                            });
        }
        assignments.put(id, new SchedulerAssignmentImpl(id, left, null, null));
    }

    /** A topology is where it is for long: first tasks by slot. */
    void assign(String id, Map<String, List<Integer>> slots) {
        Map<ExecutorDetails, WorkerSlot> assigned = new HashMap<>();
        slots.forEach(
                (slot, tasks) -> {
                    String[] parts = slot.split(":");
                    for (int task : tasks) {
                        assigned.put(
                                new ExecutorDetails(task, task),
                                new WorkerSlot(parts[0], Integer.parseInt(parts[1])));
                    }
                });
        assignments.put(id, new SchedulerAssignmentImpl(id, assigned, null, null));
    }

    /** One call of Nimbus. */
    Cluster round(TrafficScheduler scheduler) {
        Topologies all = new Topologies(topologies);
        Cluster cluster =
                new Cluster(
                        new Nimbus.StandaloneINimbus(),
                        new ResourceMetrics(new StormMetricsRegistry()),
                        supervisors,
                        assignments,
                        all,
                        Utils.readDefaultConfig());
        cluster.setBlacklistedHosts(blacklisted);
        scheduler.schedule(all, cluster);
        assignments = cluster.getAssignments();
        return cluster;
    }

    /** First tasks by slot. */
    static Map<String, Set<Integer>> places(Cluster cluster, String id) {
        Map<String, Set<Integer>> places = new TreeMap<>();
        SchedulerAssignment assignment = cluster.getAssignmentById(id);
        if (assignment != null) {
            assignment
                    .getExecutorToSlot()
                    .forEach(
                            (executor, slot) ->
                                    places.computeIfAbsent(
                                                    slot.getNodeId() + ":" + slot.getPort(),
                                                    s -> new TreeSet<>())
                                            .add(executor.getStartTask()));
        }
        return places;
    }

    static ClusterPlan.Topology plan(String id, Map<String, ? extends Collection<Integer>> slots) {
        List<ClusterPlan.Slot> planned = new ArrayList<>();
        slots.forEach(
                (slot, tasks) ->
                        planned.add(
                                new ClusterPlan.Slot(
                                        slot.substring(0, slot.indexOf(':')),
                                        Integer.parseInt(slot.substring(slot.indexOf(':') + 1)),
                                        tasks.stream()
                                                .map(task -> new ClusterPlan.Tasks(task, task))
                                                .toList())));
        return new ClusterPlan.Topology(id, planned);
    }
}
