package io.eyewall.cluster.load;

import io.eyewall.cluster.load.ExecutorRow.Flow;
import io.eyewall.cluster.load.ExecutorRow.Key;
import io.eyewall.cluster.load.ExecutorRow.Run;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.LoadAverage;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One executor's averages, and the worker run whose reports count in them. The averages are kept as
 * a snapshot of the executor and the tasks that it sends to. Guarded by the lock of its {@link
 * LoadBook}.
 */
final class ExecutorEntry {
    /** Weight of the past in an average: T-Storm's alpha (section IV-B). */
    static final double ALPHA = 0.5;

    /** Number of windows without a report after which an executor is silent. */
    static final double SILENT_WINDOWS = 2.5;

    private final ExecutorId id;
    private final LoadAverage average = new LoadAverage(ALPHA);
    private Snapshot current;
    private double tuplesPerSec;
    private String node;
    private Run run;
    private long receivedMs;
    private long windowMs;

    private ExecutorEntry(ExecutorId id, String node, Run run) {
        this.id = id;
        this.node = node;
        this.run = run;
        this.current = new Snapshot(List.of(), List.of());
    }

    /** Returns an entry without measurements, for the executor of a first report. */
    static ExecutorEntry forFirstReport(ExecutorId id, LoadReport report) {
        return new ExecutorEntry(
                id, report.node(), new Run(report.worker(), report.startMs(), report.sequence()));
    }

    /** Returns an entry with the averages of a database row. */
    static ExecutorEntry fromRow(ExecutorRow row) {
        ExecutorId id =
                new ExecutorId(
                        row.key().topology(),
                        row.component(),
                        row.key().firstTask(),
                        row.lastTask());
        ExecutorEntry entry = new ExecutorEntry(id, row.node(), row.run());
        Map<Integer, double[]> ratesByReceiver = new HashMap<>();
        row.flows()
                .forEach(
                        f ->
                                ratesByReceiver.put(
                                        f.to(), new double[] {f.tuplesPerSec(), f.bytesPerSec()}));
        entry.current = entry.average.add(entry.windowSnapshot(row.cores(), ratesByReceiver));
        entry.tuplesPerSec = row.tuplesPerSec();
        entry.receivedMs = row.receivedMs();
        entry.windowMs = row.windowMs();
        return entry;
    }

    /** Adds the measurements of a window to the averages. */
    void addWindow(LoadReport report, ExecutorUse use, List<TaskTraffic> sent, long nowMs) {
        boolean isFirst = current.executors().isEmpty();
        Map<Integer, double[]> ratesByReceiver = new HashMap<>();
        for (TaskTraffic each : sent) {
            double[] rate = ratesByReceiver.computeIfAbsent(each.to(), key -> new double[2]);
            rate[0] += each.tuples() / report.windowSec();
            rate[1] += each.bytes() / report.windowSec();
        }
        current = average.add(windowSnapshot(use.cores(), ratesByReceiver));
        double tuples = use.tuples() / report.windowSec();
        tuplesPerSec = isFirst ? tuples : ALPHA * tuplesPerSec + (1 - ALPHA) * tuples;
        node = report.node();
        run = new Run(report.worker(), report.startMs(), report.sequence());
        receivedMs = nowMs;
        windowMs = Math.round(report.windowSec() * 1000);
    }

    /**
     * Returns a window's measurements as a snapshot.
     *
     * @param ratesByReceiver tuples and bytes per second, by receiving task
     */
    private Snapshot windowSnapshot(double cores, Map<Integer, double[]> ratesByReceiver) {
        // Includes former receivers, so that their average decays until it is dropped.
        Set<Integer> receivers = new TreeSet<>(ratesByReceiver.keySet());
        current.traffic().forEach(flow -> receivers.add(flow.to().firstTask()));
        List<ExecutorLoad> loads = new ArrayList<>();
        loads.add(new ExecutorLoad(id, cores, 0));
        receivers.forEach(task -> loads.add(new ExecutorLoad(receiverId(task), 0, 0)));
        return new Snapshot(
                loads,
                ratesByReceiver.entrySet().stream()
                        .map(
                                e ->
                                        new Traffic(
                                                id,
                                                receiverId(e.getKey()),
                                                e.getValue()[0],
                                                e.getValue()[1]))
                        .toList());
    }

    /** Returns a stand-in for a task's executor, which another worker may report later or never. */
    private ExecutorId receiverId(int task) {
        return new ExecutorId(id.topology(), "", task, task);
    }

    /**
     * Returns whether a report on this executor counts in its averages. While a worker is replaced,
     * the old and the new one may both report the executor; then the reports of the run that was
     * started last count. As the hosts' clocks differ, a run that has become silent gives way to
     * any other.
     */
    boolean accepts(LoadReport report, long nowMs) {
        if (run.id().equals(report.worker()) || isSilent(nowMs)) {
            return true;
        }
        return report.startMs() != run.startMs()
                ? report.startMs() > run.startMs()
                : report.worker().compareTo(run.id()) > 0;
    }

    /** Returns whether reports are overdue. */
    boolean isSilent(long nowMs) {
        return nowMs - receivedMs > SILENT_WINDOWS * windowMs;
    }

    ExecutorId id() {
        return id;
    }

    Key key() {
        return new Key(id.topology(), id.firstTask());
    }

    String node() {
        return node;
    }

    Run run() {
        return run;
    }

    long receivedMs() {
        return receivedMs;
    }

    double cores() {
        return current.executors().stream()
                .filter(load -> load.executor().equals(id))
                .mapToDouble(ExecutorLoad::cores)
                .sum();
    }

    /** Returns the average traffic to each receiving task. */
    List<Flow> flows() {
        return current.traffic().stream()
                .map(f -> new Flow(f.to().firstTask(), f.tuplesPerSec(), f.bytesPerSec()))
                .collect(Collectors.toList());
    }

    double tuplesPerSec() {
        return tuplesPerSec;
    }

    TopologyReading.Executor toReading(long nowMs) {
        return new TopologyReading.Executor(
                id.component(),
                id.firstTask(),
                id.lastTask(),
                node,
                run.id(),
                run.sequence(),
                windowMs / 1000.0,
                isSilent(nowMs),
                cores(),
                tuplesPerSec,
                flows().stream()
                        .map(
                                f ->
                                        new TopologyReading.Flow(
                                                f.to(), f.tuplesPerSec(), f.bytesPerSec()))
                        .toList());
    }

    ExecutorRow toRow() {
        return new ExecutorRow(
                key(),
                id.component(),
                id.lastTask(),
                node,
                run,
                receivedMs,
                windowMs,
                cores(),
                tuplesPerSec,
                flows());
    }
}
