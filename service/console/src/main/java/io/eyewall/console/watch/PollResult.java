package io.eyewall.console.watch;

import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one poll of a topology.
 *
 * @param sample its counters
 * @param failure why the topology failed; null if it did not
 * @param errors the reported errors; null if this poll did not request them
 * @param placement where the executors are; null if not requested
 * @param parallelism the numbers of executors; null if not requested
 * @param snapshots how its snapshots are; null if not requested or it takes none
 * @param forecast the prediction of the performance model; null if not requested or not available
 */
record PollResult(
        TopologySample sample,
        @Nullable String failure,
        @Nullable List<ErrorReport> errors,
        @Nullable PlacementReport placement,
        @Nullable ParallelismReport parallelism,
        @Nullable SnapshotReport snapshots,
        @Nullable Forecast forecast) {}
