package io.eyewall.plugin.monitor;

import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.util.Comparator;
import java.util.List;

/**
 * The fields that a worker's reports share: identity, sequence number, window length, processor
 * time of process and host. Used by the reporting thread.
 */
final class ReportFrame {
    private static final double NS_PER_SEC = 1e9;

    private final WorkerIdentity worker;
    private final ProcessorTimes processorTimes;

    private long sequence;
    private long lastNs;
    private double windowNs;
    private long lastProcessNs;
    private long lastHostNs;

    /**
     * @param nowNs the start of the first window
     */
    ReportFrame(WorkerIdentity worker, ProcessorTimes processorTimes, long nowNs) {
        this.worker = worker;
        this.processorTimes = processorTimes;
        this.lastNs = nowNs;
        this.lastProcessNs = processorTimes.processNs();
        this.lastHostNs = processorTimes.hostNs();
    }

    /**
     * Ends the window.
     *
     * @param nowNs the time by {@link System#nanoTime}, later than at the previous call
     * @return the window's length in nanoseconds, at least 1
     */
    double endWindow(long nowNs) {
        windowNs = Math.max(1, nowNs - lastNs);
        lastNs = nowNs;
        sequence++;
        return windowNs;
    }

    /**
     * Returns the report of the window that ended last; if there are too many traffic entries, only
     * those with the most tuples.
     */
    LoadReport buildReport(long nowMs, List<ExecutorUse> executors, List<TaskTraffic> allTraffic) {
        long processNs = processorTimes.processNs();
        long hostNs = processorTimes.hostNs();
        double processCores = Math.max(0, processNs - lastProcessNs) / windowNs;
        double hostCores = Math.max(0, hostNs - lastHostNs) / windowNs;
        lastProcessNs = processNs;
        lastHostNs = hostNs;
        List<TaskTraffic> traffic =
                allTraffic.stream()
                        .sorted(
                                Comparator.comparingLong((TaskTraffic each) -> -each.tuples())
                                        .thenComparing(TaskTraffic::from)
                                        .thenComparing(TaskTraffic::to))
                        .limit(LoadReport.MAX_PAIRS)
                        .toList();
        return new LoadReport(
                worker.topology(),
                worker.node(),
                worker.host(),
                worker.port(),
                worker.run(),
                worker.startMs(),
                sequence,
                nowMs,
                windowNs / NS_PER_SEC,
                processCores,
                hostCores,
                processorTimes.hostProcessors(),
                executors.stream()
                        .sorted(Comparator.comparingInt(ExecutorUse::firstTask))
                        .limit(LoadReport.MAX_EXECUTORS)
                        .toList(),
                traffic,
                allTraffic.size() - traffic.size());
    }
}
