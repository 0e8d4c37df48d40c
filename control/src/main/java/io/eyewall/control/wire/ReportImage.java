package io.eyewall.control.wire;

import io.eyewall.engine.metrics.PlacementReport;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** A report of placement as it goes over the wire. */
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
