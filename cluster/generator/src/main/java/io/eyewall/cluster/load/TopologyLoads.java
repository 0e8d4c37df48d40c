package io.eyewall.cluster.load;

import io.eyewall.cluster.load.ExecutorRow.Flow;
import io.eyewall.cluster.load.ExecutorRow.Key;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Traffic;
import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The executors of one topology. Guarded by the lock of its {@link LoadBook}. */
final class TopologyLoads {
    /** Runs that are kept even if there are few executors. */
    private static final int SPARE_RUNS = 16;

    private final String topology;
    private final NavigableMap<Integer, ExecutorEntry> byFirstTask = new TreeMap<>();
    private final Map<String, WorkerRun> runs = new HashMap<>();

    /** The reports that have arrived from one run of a worker. */
    private static final class WorkerRun {
        private long lastSequence;
        private long missed;
        private long receivedMs;

        /**
         * The node of the last report; empty for a run restored from the database that has not
         * reported since.
         */
        private String node = "";

        private double processCores;
        private long windowMs;

        void addReport(LoadReport report, long nowMs) {
            double before = node.isEmpty() ? report.processCores() : processCores;
            processCores =
                    ExecutorEntry.ALPHA * before
                            + (1 - ExecutorEntry.ALPHA) * report.processCores();
            node = report.node();
            windowMs = Math.round(report.windowSec() * 1000);
            lastSequence = report.sequence();
            receivedMs = nowMs;
        }
    }

    TopologyLoads(String topology) {
        this.topology = topology;
    }

    /** Returns the first tasks of all executors. */
    Set<Integer> firstTasks() {
        return byFirstTask.keySet();
    }

    /**
     * Adds a worker's report to the averages.
     *
     * @param changed receives the key of each executor whose entry was changed or removed
     */
    ReportResult addReport(LoadReport report, long nowMs, Consumer<Key> changed) {
        WorkerRun run = runs.get(report.worker());
        if (run != null && report.sequence() <= run.lastSequence) {
            return ReportResult.REPEATED;
        }
        if (run == null) {
            run = new WorkerRun();
            run.lastSequence =
                    report.sequence() - 1; // reports before the first one do not count as missed
            runs.put(report.worker(), run);
        }
        run.missed += report.sequence() - run.lastSequence - 1;
        run.addReport(report, nowMs);

        Map<Integer, List<TaskTraffic>> bySender = new HashMap<>();
        report.traffic()
                .forEach(t -> bySender.computeIfAbsent(t.from(), key -> new ArrayList<>()).add(t));
        boolean isCounted = report.executors().isEmpty();
        for (ExecutorUse use : report.executors()) {
            ExecutorEntry entry = entryFor(report, use, nowMs, changed);
            if (entry != null) {
                List<TaskTraffic> sent = new ArrayList<>();
                for (int task = use.firstTask(); task <= use.lastTask(); task++) {
                    sent.addAll(bySender.getOrDefault(task, List.of()));
                }
                entry.addWindow(report, use, sent, nowMs);
                changed.accept(entry.key());
                isCounted = true;
            }
        }
        pruneRuns();
        return isCounted ? ReportResult.COUNTED : ReportResult.SUPERSEDED;
    }

    /** Returns the entry for an executor's window; null if the report does not count for it. */
    private @Nullable ExecutorEntry entryFor(
            LoadReport report, ExecutorUse use, long nowMs, Consumer<Key> changed) {
        ExecutorId id = new ExecutorId(topology, use.component(), use.firstTask(), use.lastTask());
        List<ExecutorEntry> outdated = new ArrayList<>();
        for (ExecutorEntry entry : byFirstTask.headMap(id.lastTask(), true).values()) {
            if (entry.id().lastTask() >= id.firstTask()) {
                if (!entry.accepts(report, nowMs)) {
                    return null;
                } else if (entry.id().equals(id)) {
                    return entry;
                }
                outdated.add(entry); // from before a rebalance changed the tasks of executors
            }
        }
        for (ExecutorEntry other : outdated) {
            byFirstTask.remove(other.id().firstTask());
            changed.accept(other.key());
        }
        ExecutorEntry entry = ExecutorEntry.forFirstReport(id, report);
        byFirstTask.put(id.firstTask(), entry);
        return entry;
    }

    /**
     * Drops the runs whose reports count for no executor, once there are many. Some are kept, since
     * an old and a new worker may report in turn.
     */
    private void pruneRuns() {
        if (runs.size() > 2 * byFirstTask.size() + SPARE_RUNS) {
            Set<String> counted = new TreeSet<>();
            byFirstTask.values().forEach(entry -> counted.add(entry.run().id()));
            runs.keySet().retainAll(counted);
        }
    }

    /** Adds a row of the database, unless one of its tasks is known already. */
    void restore(ExecutorRow row) {
        ExecutorEntry entry = ExecutorEntry.fromRow(row);
        int last = entry.id().lastTask();
        boolean isKnown =
                byFirstTask.headMap(last, true).values().stream()
                        .anyMatch(known -> known.id().lastTask() >= entry.id().firstTask());
        if (!isKnown) {
            byFirstTask.put(entry.id().firstTask(), entry);
            WorkerRun run = runs.computeIfAbsent(row.run().id(), key -> new WorkerRun());
            run.lastSequence = Math.max(run.lastSequence, row.run().sequence());
            run.receivedMs = Math.max(run.receivedMs, row.receivedMs());
        }
    }

    int size() {
        return byFirstTask.size();
    }

    Collection<ExecutorEntry> executors() {
        return byFirstTask.values();
    }

    @Nullable ExecutorEntry executorStartingAt(int firstTask) {
        return byFirstTask.get(firstTask);
    }

    /** Adds the executors and their traffic to a snapshot; traffic only if both ends are known. */
    void addToSnapshot(List<ExecutorLoad> loads, List<Traffic> traffic) {
        for (ExecutorEntry sender : byFirstTask.values()) {
            loads.add(new ExecutorLoad(sender.id(), sender.cores(), 0));
            Map<ExecutorId, double[]> rates = new TreeMap<>();
            for (Flow flow : sender.flows()) {
                ExecutorEntry receiver = executorRunning(flow.to());
                if (receiver != null && receiver != sender) {
                    double[] rate = rates.computeIfAbsent(receiver.id(), key -> new double[2]);
                    rate[0] += flow.tuplesPerSec();
                    rate[1] += flow.bytesPerSec();
                }
            }
            rates.forEach(
                    (to, rate) -> traffic.add(new Traffic(sender.id(), to, rate[0], rate[1])));
        }
    }

    /**
     * Adds the processor time per second of worker processes that are not silent to the sums by
     * node.
     */
    void addWorkerCores(Map<String, Double> cores, long nowMs) {
        for (WorkerRun run : runs.values()) {
            double silentAfterMs = ExecutorEntry.SILENT_WINDOWS * run.windowMs;
            if (!run.node.isEmpty() && nowMs - run.receivedMs <= silentAfterMs) {
                cores.merge(run.node, run.processCores, Double::sum);
            }
        }
    }

    /** Returns the entry of the executor that runs a task; null if it is unknown. */
    private @Nullable ExecutorEntry executorRunning(int task) {
        Map.Entry<Integer, ExecutorEntry> found = byFirstTask.floorEntry(task);
        return found == null || found.getValue().id().lastTask() < task ? null : found.getValue();
    }

    Staleness staleness(long nowMs) {
        List<ExecutorId> silent = new ArrayList<>();
        Set<Integer> unknown = new TreeSet<>();
        Set<String> counted = new TreeSet<>();
        long newestMs = Long.MIN_VALUE;
        for (ExecutorEntry entry : byFirstTask.values()) {
            if (entry.isSilent(nowMs)) {
                silent.add(entry.id());
            }
            for (Flow flow : entry.flows()) {
                if (executorRunning(flow.to()) == null) {
                    unknown.add(flow.to());
                }
            }
            counted.add(entry.run().id());
            newestMs = Math.max(newestMs, entry.receivedMs());
        }
        long missed =
                runs.entrySet().stream()
                        .filter(run -> counted.contains(run.getKey()))
                        .mapToLong(run -> run.getValue().missed)
                        .sum();
        return new Staleness(
                byFirstTask.size(),
                List.copyOf(silent),
                List.copyOf(unknown),
                missed,
                byFirstTask.isEmpty() ? Long.MAX_VALUE : Math.max(0, nowMs - newestMs));
    }
}
