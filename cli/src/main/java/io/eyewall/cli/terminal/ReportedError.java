package io.eyewall.cli.terminal;

import io.eyewall.engine.ErrorReport;

/**
 * An error of a component, or several errors with the same text at about the same time.
 *
 * @param report the latest of these errors
 * @param alike the number of stored errors with the same text; at least 1
 * @param reportedSoFar the number of all errors of this component, including those not stored
 * @param firstOfItsKind whether no error with the same stack frames has been reported yet
 */
public record ReportedError(
        ErrorReport report, int alike, long reportedSoFar, boolean firstOfItsKind) {}
