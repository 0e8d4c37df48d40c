package io.eyewall.control.wire;

import io.eyewall.engine.metrics.PlacementReport;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON form of a placement report. */
record ReportImage(
        PlacementReport.@Nullable Evaluation lastEvaluation,
        PlacementReport.@Nullable Evaluation lastChange,
        int moves) {

    static ReportImage of(PlacementReport report) {
        return new ReportImage(
                report.lastEvaluation().orElse(null),
                report.lastChange().orElse(null),
                report.moves());
    }

    PlacementReport report() {
        return new PlacementReport(
                Optional.ofNullable(lastEvaluation), Optional.ofNullable(lastChange), moves);
    }
}
