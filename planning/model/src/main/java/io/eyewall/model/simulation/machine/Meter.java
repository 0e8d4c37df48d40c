package io.eyewall.model.simulation.machine;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Measures what executors use and send, as the load monitor of a cluster does. */
final class Meter {
    private static final double NS_PER_SEC = 1e9;

    private final World world;
    private long lastNs;

    Meter(World world) {
        this.world = world;
    }

    Snapshot measure(
            long nowNs, Map<ExecutorId, Double> memoryBytes, Predicate<ExecutorId> included) {
        double windowSec = Math.max(1, nowNs - lastNs) / NS_PER_SEC;
        lastNs = nowNs;
        List<ExecutorLoad> loads = new ArrayList<>();
        List<Traffic> traffic = new ArrayList<>();
        for (SimExecutor executor : world.executors) {
            if (included.test(executor.id)) {
                double cores = executor.usefulNs / NS_PER_SEC / windowSec;
                loads.add(
                        new ExecutorLoad(
                                executor.id, cores, memoryBytes.getOrDefault(executor.id, 0.0)));
                addTraffic(executor, windowSec, traffic, included);
            }
            executor.usefulNs = 0;
            executor.outputs.forEach(OutEdge::clearCounts);
            if (executor.acks != null) {
                executor.acks.clearCounts();
            }
        }
        return new Snapshot(loads, traffic);
    }

    /** Adds traffic; several streams between the same executors are added up. */
    private static void addTraffic(
            SimExecutor sender,
            double windowSec,
            List<Traffic> traffic,
            Predicate<ExecutorId> included) {
        Map<ExecutorId, double[]> sums = new HashMap<>();
        List<OutEdge> edges = new ArrayList<>(sender.outputs);
        if (sender.acks != null) {
            edges.add(sender.acks);
        }
        for (OutEdge edge : edges) {
            for (int t = 0; t < edge.targets.length; t++) {
                if (edge.tuples[t] > 0 && included.test(edge.targets[t].id)) {
                    double[] sum =
                            sums.computeIfAbsent(edge.targets[t].id, target -> new double[2]);
                    sum[0] += edge.tuples[t];
                    sum[1] += edge.tuples[t] * edge.bytesPerTuple;
                }
            }
        }
        sums.forEach(
                (target, sum) ->
                        traffic.add(
                                new Traffic(
                                        sender.id,
                                        target,
                                        sum[0] / windowSec,
                                        sum[1] / windowSec)));
    }
}
