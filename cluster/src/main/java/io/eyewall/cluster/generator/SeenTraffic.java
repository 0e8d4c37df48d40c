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
 * Executors where they are, with what was measured of them, and what nodes send to each other.
 * Unlike plans it is about all topologies, also those that none is made for. No state.
 */
final class SeenTraffic {
    /** Of what flows most: a cluster of a hundred nodes that all talk to all has more. */
    static final int MOST_FLOWS = 4096;

    private SeenTraffic() {}

    /** A worker. */
    private record Slot(String node, int port) {}

    /** From where to where. */
    private record Ends(String from, String to, boolean withinWorker) {}

    /** A sum of traffic; grows. */
    private static final class Sum {
        double tuples;
        double bytes;
    }

    /**
     * Executors, in the view's order.
     *
     * @param offered plan whose slots are named where they differ
     * @param theta more of a core than this is hot
     */
    static List<ScheduleStatus.Executor> executors(
            ClusterView now, Snapshot measured, ClusterPlan offered, double theta) {
        Map<ExecutorId, ExecutorLoad> loads = new HashMap<>();
        measured.executors().forEach(load -> loads.put(load.executor(), load));
        ClusterView planned = PlanOnOffer.after(offered, now);
        List<ScheduleStatus.Executor> all = new ArrayList<>();
        for (int i = 0; i < now.topologies().size(); i++) {
            ClusterView.Topology topology = now.topologies().get(i);
            for (int j = 0; j < topology.executors().size(); j++) {
                ClusterView.Executor executor = topology.executors().get(j);
                ClusterView.Executor then = planned.topologies().get(i).executors().get(j);
                ExecutorLoad load = loads.get(SituationReader.id(topology, executor));
                String present = slot(executor);
                String next = slot(then);
                all.add(
                        new ScheduleStatus.Executor(
                                topology.id(),
                                executor.component(),
                                executor.tasks().first(),
                                executor.tasks().last(),
                                executor.node(),
                                executor.port(),
                                load == null ? null : load.cores(),
                                load != null && load.cores() > theta,
                                next.equals(present) ? null : next));
            }
        }
        return all;
    }

    private static String slot(ClusterView.Executor executor) {
        return executor.node() == null || executor.port() == null
                ? ""
                : ClusterTree.place(executor.node(), executor.port());
    }

    /** Returns the flows between nodes, and within them; the most tuples first. */
    static List<ScheduleStatus.Flow> flows(ClusterView now, Snapshot measured) {
        Map<ExecutorId, Slot> places = new HashMap<>();
        for (ClusterView.Topology topology : now.topologies()) {
            for (ClusterView.Executor executor : topology.executors()) {
                if (executor.node() != null && executor.port() != null) {
                    places.put(
                            SituationReader.id(topology, executor),
                            new Slot(executor.node(), executor.port()));
                }
            }
        }
        Map<Ends, Sum> sums = new HashMap<>();
        for (Traffic flow : measured.traffic()) {
            Slot from = places.get(flow.from());
            Slot to = places.get(flow.to());
            if (from != null && to != null && flow.tuplesPerSec() > 0) {
                Ends ends = new Ends(from.node(), to.node(), from.equals(to));
                Sum sum = sums.computeIfAbsent(ends, e -> new Sum());
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
                .limit(MOST_FLOWS)
                .toList();
    }
}
