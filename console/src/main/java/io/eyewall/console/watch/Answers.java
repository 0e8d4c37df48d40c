package io.eyewall.console.watch;

import io.eyewall.console.model.Sample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a topology said when it was asked.
 *
 * @param sample its counters
 * @param failure why it has failed; null if it has not
 * @param errors that were reported; null if not asked for
 * @param placement where executors are; null if not asked for
 * @param parallelism how many there are; null if not asked for
 * @param forecast what the performance model says of that; null if not asked, or not known
 */
record Answers(
        Sample sample,
        @Nullable String failure,
        @Nullable List<ErrorReport> errors,
        @Nullable PlacementReport placement,
        @Nullable ParallelismReport parallelism,
        @Nullable Forecast forecast) {}
