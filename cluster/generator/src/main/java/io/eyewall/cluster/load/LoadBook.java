package io.eyewall.cluster.load;

import io.eyewall.cluster.load.ExecutorRow.Key;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.plugin.wire.LoadReport;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The measured load of a cluster, kept in memory: an average per executor and per pair of
 * executors, from the reports of workers. Any thread may call; calls are short, as none writes to
 * disk.
 */
public final class LoadBook {
    static final int MAX_TOPOLOGIES = 4096;
    static final int MAX_EXECUTORS = 1 << 18;
    private static final int MAX_NODES = 1 << 14;

    private final InstantSource clock;

    // Guarded by this:
    private final Map<String, TopologyLoads> topologies = new HashMap<>();
    private final Map<String, NodeRow> nodes = new HashMap<>();
    private final Set<Key> changedExecutors = new LinkedHashSet<>();
    private final Set<String> changedNodes = new LinkedHashSet<>();

    /**
     * Changes that have to be written to disk.
     *
     * @param executors rows by key; an empty Optional for an executor that is gone
     * @param nodes rows of hosts; with 0 processors for a host that is gone
     */
    record Changes(Map<Key, Optional<ExecutorRow>> executors, List<NodeRow> nodes) {
        boolean isEmpty() {
            return executors.isEmpty() && nodes.isEmpty();
        }
    }

    /**
     * Creates an empty book.
     *
     * @param clock the clock by which the age of reports is measured; the hosts' clocks are not
     *     used for it
     */
    public LoadBook(InstantSource clock) {
        this.clock = clock;
    }

    /** Adds a worker's report to the averages, and returns how it was used. */
    public synchronized ReportResult addReport(LoadReport report) {
        long nowMs = clock.millis();
        TopologyLoads loads = topologies.get(report.topology());
        int before = loads == null ? 0 : loads.size();
        if (loads == null && topologies.size() >= MAX_TOPOLOGIES) {
            return ReportResult.FULL;
        }
        int executors = topologies.values().stream().mapToInt(TopologyLoads::size).sum();
        if (executors + report.executors().size() > MAX_EXECUTORS + before) {
            return ReportResult.FULL;
        }
        if (loads == null) {
            loads = new TopologyLoads(report.topology());
            topologies.put(report.topology(), loads);
        }
        ReportResult taken = loads.addReport(report, nowMs, changedExecutors::add);
        if (taken != ReportResult.REPEATED) {
            updateNode(report, nowMs);
        }
        return taken;
    }

    private void updateNode(LoadReport report, long nowMs) {
        NodeRow before = nodes.get(report.node());
        double cores = report.hostCores();
        if (before == null && nodes.size() >= MAX_NODES) {
            return;
        }
        if (before != null) {
            // Each worker of a host reports the host's load. One report per window is enough, so
            // further reports within half a window (500 ms per second of the window) are ignored.
            if (nowMs - before.receivedMs() < report.windowSec() * 500) {
                return;
            }
            cores = ExecutorEntry.ALPHA * before.hostCores() + (1 - ExecutorEntry.ALPHA) * cores;
        }
        nodes.put(
                report.node(),
                new NodeRow(report.node(), report.host(), cores, report.hostProcessors(), nowMs));
        changedNodes.add(report.node());
    }

    /**
     * Returns the load of all known executors of some topologies, and the traffic between them.
     * Memory is not reported, and is 0 here. Unknown executors are left out; see {@link
     * #staleness}.
     */
    public synchronized Snapshot snapshot(Collection<String> topologyIds) {
        List<ExecutorLoad> loads = new ArrayList<>();
        List<Traffic> traffic = new ArrayList<>();
        for (String id : new TreeSet<>(topologyIds)) {
            TopologyLoads topology = topologies.get(id);
            if (topology != null) {
                topology.addToSnapshot(loads, traffic);
            }
        }
        return new Snapshot(loads, traffic);
    }

    /**
     * Returns the tuples per second that each executor of a topology executes or, of a spout,
     * emits.
     */
    public synchronized Map<ExecutorId, Double> tuplesPerSec(String topologyId) {
        Map<ExecutorId, Double> result = new TreeMap<>();
        TopologyLoads topology = topologies.get(topologyId);
        if (topology != null) {
            topology.executors().forEach(e -> result.put(e.id(), e.tuplesPerSec()));
        }
        return result;
    }

    /** Returns all measurements of a topology; empty if there are none. */
    public synchronized Optional<TopologyReading> reading(String topologyId) {
        TopologyLoads topology = topologies.get(topologyId);
        if (topology == null || topology.size() == 0) {
            return Optional.empty();
        }
        long nowMs = clock.millis();
        List<TopologyReading.Executor> executors =
                topology.executors().stream().map(e -> e.toReading(nowMs)).toList();
        List<TopologyReading.Node> nodeReadings =
                executors.stream()
                        .map(TopologyReading.Executor::node)
                        .distinct()
                        .map(nodes::get)
                        .filter(Objects::nonNull)
                        .map(
                                row ->
                                        new TopologyReading.Node(
                                                row.node(), row.host(), row.processors()))
                        .toList();
        return Optional.of(new TopologyReading(topologyId, executors, nodeReadings));
    }

    /** Returns the loads of all known nodes, by supervisor id. */
    public synchronized Map<String, NodeLoad> nodeCores() {
        long nowMs = clock.millis();
        Map<String, Double> executorCores = new HashMap<>();
        topologies.values().stream()
                .flatMap(topology -> topology.executors().stream())
                .filter(executor -> !executor.isSilent(nowMs))
                .forEach(e -> executorCores.merge(e.node(), e.cores(), Double::sum));
        Map<String, NodeLoad> result = new TreeMap<>();
        for (NodeRow row : nodes.values()) {
            result.put(
                    row.node(),
                    new NodeLoad(
                            row.host(),
                            row.hostCores(),
                            executorCores.getOrDefault(row.node(), 0.0),
                            row.processors(),
                            Math.max(0, nowMs - row.receivedMs())));
        }
        return result;
    }

    /**
     * Returns the processor time per second, in seconds, of some topologies' worker processes that
     * have reported lately, by node.
     */
    public synchronized Map<String, Double> workerCores(Collection<String> topologyIds) {
        long nowMs = clock.millis();
        Map<String, Double> cores = new TreeMap<>();
        for (String id : Set.copyOf(topologyIds)) {
            TopologyLoads topology = topologies.get(id);
            if (topology != null) {
                topology.addWorkerCores(cores, nowMs);
            }
        }
        return cores;
    }

    /** Returns which measurements of a topology are missing or old. */
    public synchronized Staleness staleness(String topologyId) {
        TopologyLoads loads = topologies.get(topologyId);
        return (loads == null ? new TopologyLoads(topologyId) : loads).staleness(clock.millis());
    }

    /** Returns the ids of all topologies with measurements. */
    public synchronized Set<String> topologies() {
        return Set.copyOf(topologies.keySet());
    }

    /** Keeps the measurements of these topologies and nodes, and drops all others. */
    public synchronized void retain(Set<String> topologyIds, Set<String> nodeIds) {
        for (String id : List.copyOf(topologies.keySet())) {
            if (!topologyIds.contains(id)) {
                TopologyLoads gone = topologies.remove(id);
                if (gone != null) {
                    gone.executors().forEach(e -> changedExecutors.add(e.key()));
                }
            }
        }
        for (String id : List.copyOf(nodes.keySet())) {
            if (!nodeIds.contains(id)) {
                nodes.remove(id);
                changedNodes.add(id);
            }
        }
    }

    /**
     * Removes and returns changes that have to be written to disk.
     *
     * @param maxExecutors maximum number of executors; the others stay for the next call
     */
    synchronized Changes takeChanges(int maxExecutors) {
        Map<Key, Optional<ExecutorRow>> executors = new LinkedHashMap<>();
        for (Key key : List.copyOf(changedExecutors)) {
            if (executors.size() == maxExecutors) {
                break;
            }
            changedExecutors.remove(key);
            executors.put(
                    key,
                    Optional.ofNullable(topologies.get(key.topology()))
                            .map(topology -> topology.executorStartingAt(key.firstTask()))
                            .map(ExecutorEntry::toRow));
        }
        List<NodeRow> changed = new ArrayList<>();
        for (String node : changedNodes) {
            NodeRow row = nodes.get(node);
            changed.add(row == null ? new NodeRow(node, "", 0, 0, 0) : row);
        }
        changedNodes.clear();
        return new Changes(executors, changed);
    }

    /** Marks everything as changed, so that it is written to disk again. */
    synchronized void markAllChanged() {
        topologies.forEach(
                (id, topology) ->
                        topology.firstTasks()
                                .forEach(task -> changedExecutors.add(new Key(id, task))));
        changedNodes.addAll(nodes.keySet());
    }

    /** Marks changes that could not be written to disk as changes again. */
    synchronized void markChanged(Changes changes) {
        changedExecutors.addAll(changes.executors().keySet());
        changes.nodes().forEach(row -> changedNodes.add(row.node()));
    }

    /** Returns the number of executors and nodes that wait to be written to disk. */
    synchronized int changeCount() {
        return changedExecutors.size() + changedNodes.size();
    }

    /** Adds rows of the database, except for executors and nodes that are known already. */
    synchronized void restore(List<ExecutorRow> executors, List<NodeRow> rows) {
        for (ExecutorRow row : executors) {
            topologies.computeIfAbsent(row.key().topology(), TopologyLoads::new).restore(row);
        }
        rows.forEach(row -> nodes.putIfAbsent(row.node(), row));
    }
}
