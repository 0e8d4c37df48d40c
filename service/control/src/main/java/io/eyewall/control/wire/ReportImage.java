package io.eyewall.control.wire;

import io.eyewall.engine.metrics.PlacementReport;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON form of a placement report. */
record ReportImage(
        PlacementReport.@Nullable Look lastLook,
        PlacementReport.@Nullable Look lastChange,
        int moves) {

    static ReportImage of(PlacementReport report) {
        return new ReportImage(
                report.lastLook().orElse(null), report.lastChange().orElse(null), report.moves());
    }

    PlacementReport report() {
        return new PlacementReport(
                Optional.ofNullable(lastLook), Optional.ofNullable(lastChange), moves);
    }
}
