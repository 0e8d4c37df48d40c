package io.eyewall.engine.lifecycle;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.TopologyPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What can be asked of a topology afterwards: counters, errors, what was advised. Thread-safe. */
final class TopologyReports {
    private final List<Core> cores;
    private final Clock clock;
    private final ErrorLog errors;
    private final TopologyTraces traces;
    private volatile @Nullable MetricsReader
            metrics; // null until there are executors, and at the end
    private volatile TopologyMetrics last =
            new TopologyMetrics(
                    List.of(), List.of(), LatencySnapshot.EMPTY, LatencySnapshot.EMPTY, List.of());
    private volatile ParallelismReport parallelism = ParallelismReport.NONE;
    private volatile PlacementReport.@Nullable Look lastLook;
    private volatile PlacementReport.@Nullable Look lastChange;

    TopologyReports(TopologyPlan plan, List<Core> cores, ClassLoader loader) {
        this.cores = cores;
        this.clock = cores.get(0).clock();
        this.errors = new ErrorLog(plan);
        this.traces = new TopologyTraces(plan, clock, loader);
    }

    /** There are executors to read from. */
    void assembled(MetricsReader reader) {
        metrics = reader;
        traces.start();
    }

    TopologyMetrics metrics() {
        MetricsReader reader = metrics;
        List<CoreMetrics> coreMetrics = cores.stream().map(Core::metrics).toList();
        return reader == null ? last.with(coreMetrics) : reader.read(coreMetrics);
    }

    /** Whether its spouts have ended; empty before there are any, and when they are closed. */
    List<SpoutEnd> spoutEnds() {
        MetricsReader reader = metrics;
        return reader == null ? List.of() : reader.spoutEnds();
    }

    /** Carries counters over to Storm's statistics. */
    void feed() {
        MetricsReader reader = metrics;
        if (reader != null) {
            reader.feed();
        }
    }

    /** All executors are closed: keeps what they have counted last, without them. */
    void close() {
        traces.close();
        MetricsReader reader = metrics;
        if (reader != null) {
            try {
                last = reader.read(List.of());
            } finally {
                metrics = null;
                reader.close();
            }
        }
    }

    /** A task has reported an error, or one is reported for it. */
    void reportedError(String componentId, int taskId, @Nullable Throwable error) {
        MetricsReader reader = metrics;
        if (reader != null) {
            reader.countReportedError(taskId);
        }
        errors.report(componentId, taskId, error, nowSecs());
    }

    /** Keeps what has failed the topology. */
    void failure(String componentId, int taskId, Throwable cause) {
        errors.failure(componentId, taskId, cause, nowSecs());
    }

    private int nowSecs() {
        return (int) (clock.currentTimeMillis() / 1000);
    }

    TopologyTraces traces() {
        return traces;
    }

    /** How many errors tasks have reported. */
    Map<Integer, Long> errorCounts() {
        return errors.counts();
    }

    List<ErrorReport> errors() {
        return errors.reports();
    }

    /** The engine has been advised where all its executors should run. */
    void onLook(PlacementReport.Look look) {
        lastLook = look;
        if (look.advice().verdict().isAdopted()) {
            lastChange = look;
        }
    }

    /**
     * @param moves how many executors have moved so far
     */
    PlacementReport placement(int moves) {
        return new PlacementReport(
                Optional.ofNullable(lastLook), Optional.ofNullable(lastChange), moves);
    }

    /** Somebody has looked at the numbers of executors. */
    void onParallelism(ParallelismReport report) {
        parallelism = report;
    }

    ParallelismReport parallelism() {
        return parallelism;
    }
}
