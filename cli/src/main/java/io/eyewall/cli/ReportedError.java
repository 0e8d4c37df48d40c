package io.eyewall.cli;

import io.eyewall.engine.ErrorReport;

/**
 * One error of a component, or several that say the same at the same time.
 *
 * @param report the latest of them
 * @param alike how many of those that have been kept say the same; at least 1
 * @param reportedSoFar by this component in all, those that were not kept included
 * @param firstOfItsKind whether no error with these calls on its stack has been told yet
 */
record ReportedError(ErrorReport report, int alike, long reportedSoFar, boolean firstOfItsKind) {}
