package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes executors and the traffic between nodes for {@link ScheduleStatus}. It covers all
 * topologies, also those that plans leave out. No state.
 */
final class TrafficStatus {
    /**
     * Maximum number of flows; the largest ones are kept. A cluster of a hundred nodes that all
     * send to each other has more.
     */
    static final int MAX_FLOWS = 4096;

    private TrafficStatus() {}

    /** A worker's slot. */
    private record Slot(String node, int port) {}

    /** Sender and receiver of a flow between nodes. */
    private record NodePair(String from, String to, boolean withinWorker) {}

    /** A mutable sum of traffic. */
    private static final class TrafficSum {
        double tuples;
        double bytes;
    }

    /**
     * Returns the executors, in the view's order.
     *
     * @param offered the plan whose places are named where they differ from the present ones
     * @param theta share of a core above which an executor is hot
     */
    static List<ScheduleStatus.Executor> executors(
            ClusterView view, Snapshot measured, ClusterPlan offered, double theta) {
        Map<ExecutorId, ExecutorLoad> loads = new HashMap<>();
        measured.executors().forEach(load -> loads.put(load.executor(), load));
        ClusterView planned = PlanOnOffer.applyTo(view, offered);
        List<ScheduleStatus.Executor> executors = new ArrayList<>();
        for (int i = 0; i < view.topologies().size(); i++) {
            ClusterView.Topology topology = view.topologies().get(i);
            for (int j = 0; j < topology.executors().size(); j++) {
                ClusterView.Executor executor = topology.executors().get(j);
                ClusterView.Executor plannedExecutor =
                        planned.topologies().get(i).executors().get(j);
                ExecutorLoad load = loads.get(SituationReader.executorId(topology, executor));
                String presentSlot = slotName(executor);
                String plannedSlot = slotName(plannedExecutor);
                executors.add(
                        new ScheduleStatus.Executor(
                                topology.id(),
                                executor.component(),
                                executor.tasks().first(),
                                executor.tasks().last(),
                                executor.node(),
                                executor.port(),
                                load == null ? null : load.cores(),
                                load != null && load.cores() > theta,
                                plannedSlot.equals(presentSlot) ? null : plannedSlot));
            }
        }
        return executors;
    }

    private static String slotName(ClusterView.Executor executor) {
        return executor.node() == null || executor.port() == null
                ? ""
                : ClusterTree.placeName(executor.node(), executor.port());
    }

    /** Returns the traffic between nodes and within them, the most tuples first. */
    static List<ScheduleStatus.Flow> flows(ClusterView view, Snapshot measured) {
        Map<ExecutorId, Slot> places = new HashMap<>();
        for (ClusterView.Topology topology : view.topologies()) {
            for (ClusterView.Executor executor : topology.executors()) {
                if (executor.node() != null && executor.port() != null) {
                    places.put(
                            SituationReader.executorId(topology, executor),
                            new Slot(executor.node(), executor.port()));
                }
            }
        }
        Map<NodePair, TrafficSum> sums = new HashMap<>();
        for (Traffic flow : measured.traffic()) {
            Slot from = places.get(flow.from());
            Slot to = places.get(flow.to());
            if (from != null && to != null && flow.tuplesPerSec() > 0) {
                NodePair pair = new NodePair(from.node(), to.node(), from.equals(to));
                TrafficSum sum = sums.computeIfAbsent(pair, e -> new TrafficSum());
                sum.tuples += flow.tuplesPerSec();
                sum.bytes += flow.bytesPerSec();
            }
        }
        return sums.entrySet().stream()
                .map(
                        entry ->
                                new ScheduleStatus.Flow(
                                        entry.getKey().from(),
                                        entry.getKey().to(),
                                        entry.getKey().withinWorker(),
                                        entry.getValue().tuples,
                                        entry.getValue().bytes))
                .sorted(
                        Comparator.comparingDouble(ScheduleStatus.Flow::tuplesPerSec)
                                .reversed()
                                .thenComparing(ScheduleStatus.Flow::from)
                                .thenComparing(ScheduleStatus.Flow::to))
                .limit(MAX_FLOWS)
                .toList();
    }
}
