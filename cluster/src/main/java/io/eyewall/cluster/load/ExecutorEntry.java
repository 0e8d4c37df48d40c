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
 * One executor: its averages, and whose reports count. The average is of a snapshot of its own,
 * with it and the tasks that it sends to. Owned by {@link LoadBook}, under its lock.
 */
final class ExecutorEntry {
    /** T-Storm's alpha (section IV-B). */
    static final double ALPHA = 0.5;

    /** After so many windows without a report, an executor is silent. */
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

    /** One that nothing is known of yet. */
    static ExecutorEntry of(ExecutorId id, LoadReport report) {
        return new ExecutorEntry(
                id, report.node(), new Run(report.worker(), report.startMs(), report.sequence()));
    }

    /** One as the database has it. */
    static ExecutorEntry of(ExecutorRow row) {
        ExecutorId id =
                new ExecutorId(
                        row.key().topology(),
                        row.component(),
                        row.key().firstTask(),
                        row.lastTask());
        ExecutorEntry entry = new ExecutorEntry(id, row.node(), row.run());
        Map<Integer, double[]> rates = new HashMap<>();
        row.flows()
                .forEach(f -> rates.put(f.to(), new double[] {f.tuplesPerSec(), f.bytesPerSec()}));
        entry.current = entry.average.add(entry.window(row.cores(), rates));
        entry.tuplesPerSec = row.tuplesPerSec();
        entry.receivedMs = row.receivedMs();
        entry.windowMs = row.windowMs();
        return entry;
    }

    /** Takes a window in. */
    void add(LoadReport report, ExecutorUse use, List<TaskTraffic> sent, long nowMs) {
        boolean isFirst = current.executors().isEmpty();
        Map<Integer, double[]> rates = new HashMap<>();
        for (TaskTraffic each : sent) {
            double[] rate = rates.computeIfAbsent(each.to(), key -> new double[2]);
            rate[0] += each.tuples() / report.windowSec();
            rate[1] += each.bytes() / report.windowSec();
        }
        current = average.add(window(use.cores(), rates));
        double tuples = use.tuples() / report.windowSec();
        tuplesPerSec = isFirst ? tuples : ALPHA * tuplesPerSec + (1 - ALPHA) * tuples;
        node = report.node();
        run = new Run(report.worker(), report.startMs(), report.sequence());
        receivedMs = nowMs;
        windowMs = Math.round(report.windowSec() * 1000);
    }

    private Snapshot window(double cores, Map<Integer, double[]> rates) {
        // Receivers of the past are among them as long as they count, so that they fade out.
        Set<Integer> receivers = new TreeSet<>(rates.keySet());
        current.traffic().forEach(flow -> receivers.add(flow.to().firstTask()));
        List<ExecutorLoad> loads = new ArrayList<>();
        loads.add(new ExecutorLoad(id, cores, 0));
        receivers.forEach(task -> loads.add(new ExecutorLoad(receiver(task), 0, 0)));
        return new Snapshot(
                loads,
                rates.entrySet().stream()
                        .map(
                                e ->
                                        new Traffic(
                                                id,
                                                receiver(e.getKey()),
                                                e.getValue()[0],
                                                e.getValue()[1]))
                        .toList());
    }

    /** Stands for the task's executor, which may be reported by another worker, later or never. */
    private ExecutorId receiver(int task) {
        return new ExecutorId(id.topology(), "", task, task);
    }

    /**
     * Whether a run's reports on this executor count: those of the run that was started last. While
     * a worker is replaced, both may have the executor for a time. Clocks of hosts differ, so a run
     * that has fallen silent gives way to any.
     */
    boolean givesWayTo(LoadReport report, long nowMs) {
        if (run.id().equals(report.worker()) || isSilent(nowMs)) {
            return true;
        }
        return report.startMs() != run.startMs()
                ? report.startMs() > run.startMs()
                : report.worker().compareTo(run.id()) > 0;
    }

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

    /** To which tasks it sends how much. */
    List<Flow> flows() {
        return current.traffic().stream()
                .map(f -> new Flow(f.to().firstTask(), f.tuplesPerSec(), f.bytesPerSec()))
                .collect(Collectors.toList());
    }

    double tuplesPerSec() {
        return tuplesPerSec;
    }

    TopologyReading.Executor reading(long nowMs) {
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

    ExecutorRow row() {
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
