package io.eyewall.engine.trace;

import java.util.List;

/**
 * What is traced of a topology, and traces that it has kept.
 *
 * @param settings as they were set
 * @param every one of how many messages is traced now, leases included; 0: none
 * @param begun traces begun so far: the number of the last
 * @param refused traces that did not begin, since that second had its number of them
 * @param traces as asked for, by their numbers; fewer where they would be too large together
 * @param more whether there are further ones, after the last of these
 */
public record TraceReport(
        TraceSettings settings,
        int every,
        long begun,
        long refused,
        List<Trace> traces,
        boolean more) {
    /** Of a topology that nobody can ask at the moment. */
    public static final TraceReport NONE =
            new TraceReport(new TraceSettings(0, 1), 0, 0, 0, List.of(), false);
}
