package io.eyewall.engine.trace;

import java.util.List;

/**
 * The tracing of a topology, and some of the traces that are kept.
 *
 * @param settings the settings, without leases
 * @param every one of this many messages is traced now, leases included; 0: none
 * @param begun number of traces begun so far, which is the number of the last trace
 * @param refused number of traces that did not begin because of the limit per second
 * @param traces the selected traces, in the order of their numbers; fewer if they would be too
 *     large together
 * @param more whether further traces follow the last one
 */
public record TraceReport(
        TraceSettings settings,
        int every,
        long begun,
        long refused,
        List<Trace> traces,
        boolean more) {
    /** Placeholder for a topology that cannot be queried at the moment. */
    public static final TraceReport NONE =
            new TraceReport(new TraceSettings(0, 1), 0, 0, 0, List.of(), false);
}
