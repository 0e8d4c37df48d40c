package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Loads that a test sets. */
final class TestLoads implements LoadSource {
    final Map<ExecutorId, ExecutorLoad> loads = new TreeMap<>();
    final Map<List<ExecutorId>, Traffic> traffic = new HashMap<>();
    final Map<String, Double> nodes = new HashMap<>();
    final Map<String, Double> workers = new HashMap<>();
    Optional<String> gap = Optional.empty();
    Optional<String> problem = Optional.empty();

    void uses(ExecutorId executor, double cores) {
        loads.put(executor, new ExecutorLoad(executor, cores, 0));
    }

    void sends(ExecutorId from, ExecutorId to, double tuplesPerSec) {
        traffic.put(List.of(from, to), new Traffic(from, to, tuplesPerSec, 100 * tuplesPerSec));
    }

    @Override
    public Snapshot snapshot(Collection<String> topologyIds) {
        return new Snapshot(
                loads.values().stream()
                        .filter(load -> topologyIds.contains(load.executor().topology()))
                        .toList(),
                traffic.values().stream()
                        .filter(flow -> topologyIds.contains(flow.from().topology()))
                        .toList());
    }

    @Override
    public Map<String, Double> nodeCores() {
        return nodes;
    }

    @Override
    public Map<String, Double> workerCores(Collection<String> topologyIds) {
        return workers;
    }

    @Override
    public Optional<String> gap(String topologyId) {
        return gap;
    }

    @Override
    public Optional<String> problem() {
        return problem;
    }

    @Override
    public void inUse(Set<String> topologyIds, Set<String> nodeIds) {
        // a test's values are kept
    }
}
