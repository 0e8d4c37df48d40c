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

/**
 * The reports of a topology, also after its end: counters, errors, traces and the last placement
 * evaluations. Thread-safe.
 */
final class TopologyReports {
    private final List<Core> cores;
    private final Clock clock;
    private final ErrorLog errors;
    private final TopologyTraces traces;

    /** Null until there are executors, and after the end. */
    private volatile @Nullable MetricsReader metrics;

    private volatile TopologyMetrics lastMetrics =
            new TopologyMetrics(
                    List.of(), List.of(), LatencySnapshot.EMPTY, LatencySnapshot.EMPTY, List.of());
    private volatile ParallelismReport parallelism = ParallelismReport.NONE;
    private volatile PlacementReport.@Nullable Evaluation lastEvaluation;
    private volatile PlacementReport.@Nullable Evaluation lastChange;

    TopologyReports(TopologyPlan plan, List<Core> cores, ClassLoader loader) {
        this.cores = cores;
        this.clock = cores.get(0).clock();
        this.errors = new ErrorLog(plan);
        this.traces = new TopologyTraces(plan, clock, loader);
    }

    /** Starts reading from the executors of the assembled topology. */
    void startReading(MetricsReader reader) {
        metrics = reader;
        traces.start();
    }

    TopologyMetrics metrics() {
        MetricsReader reader = metrics;
        List<CoreMetrics> coreMetrics = cores.stream().map(Core::metrics).toList();
        return reader == null ? lastMetrics.with(coreMetrics) : reader.read(coreMetrics);
    }

    /**
     * Returns whether the spouts have ended; empty before spouts exist and after they are closed.
     */
    List<SpoutEnd> spoutEnds() {
        MetricsReader reader = metrics;
        return reader == null ? List.of() : reader.spoutEnds();
    }

    /** Feeds counters into Storm's statistics. */
    void feed() {
        MetricsReader reader = metrics;
        if (reader != null) {
            reader.feed();
        }
    }

    /**
     * Reads the counters for the last time, after all executors have closed, and drops the reader.
     */
    void close() {
        traces.close();
        MetricsReader reader = metrics;
        if (reader != null) {
            try {
                lastMetrics = reader.read(List.of());
            } finally {
                metrics = null;
                reader.close();
            }
        }
    }

    /** Counts and keeps an error that a task reported, or that the engine reported for the task. */
    void addReportedError(String componentId, int taskId, @Nullable Throwable error) {
        MetricsReader reader = metrics;
        if (reader != null) {
            reader.countReportedError(taskId);
        }
        errors.report(componentId, taskId, error, nowSecs());
    }

    /** Keeps the failure of the topology among its errors. */
    void addFailure(String componentId, int taskId, Throwable cause) {
        errors.reportFailure(componentId, taskId, cause, nowSecs());
    }

    private int nowSecs() {
        return (int) (clock.currentTimeMillis() / 1000);
    }

    TopologyTraces traces() {
        return traces;
    }

    /** Returns how many errors each task has reported. */
    Map<Integer, Long> errorCounts() {
        return errors.countsByTask();
    }

    List<ErrorReport> errors() {
        return errors.reports();
    }

    /** Keeps an evaluation of the engine's placement. */
    void onPlacementEvaluation(PlacementReport.Evaluation evaluation) {
        lastEvaluation = evaluation;
        if (evaluation.advice().verdict().isAdopted()) {
            lastChange = evaluation;
        }
    }

    /**
     * Returns the last placement evaluation and the last one that moved executors.
     *
     * @param moves how many executors have moved so far
     */
    PlacementReport placement(int moves) {
        return new PlacementReport(
                Optional.ofNullable(lastEvaluation), Optional.ofNullable(lastChange), moves);
    }

    /** Keeps an evaluation of the numbers of executors. */
    void onParallelismEvaluation(ParallelismReport report) {
        parallelism = report;
    }

    ParallelismReport parallelism() {
        return parallelism;
    }
}
