package io.eyewall.console.watch;

import io.eyewall.console.model.Numbers;
import io.eyewall.console.model.TopologyTotals;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event that pages receive once per second: the table rows that have changed, by row index.
 *
 * @param seq one more than the previous tick's
 * @param timeMs the time in milliseconds since 1970
 * @param full whether this tick contains all rows; rows that it lacks then do not exist
 * @param totals the topology's totals
 */
record TableDelta(
        long seq,
        long timeMs,
        boolean full,
        TopologyTotals totals,
        Map<Integer, double[]> components,
        Map<Integer, double[]> edges,
        Map<Integer, double[]> executors,
        Map<Integer, double[]> tasks,
        Map<Integer, double[]> cores,
        Map<Integer, double[]> crossing) {

    /**
     * @param before the numbers that were sent last, for the same structure; null to send all rows
     */
    static TableDelta of(long seq, @Nullable Numbers before, Numbers now) {
        return new TableDelta(
                seq,
                now.timeMs(),
                before == null,
                now.totals(),
                now.components().changedSince(before == null ? null : before.components()),
                now.edges().changedSince(before == null ? null : before.edges()),
                now.executors().changedSince(before == null ? null : before.executors()),
                now.tasks().changedSince(before == null ? null : before.tasks()),
                now.cores().changedSince(before == null ? null : before.cores()),
                now.crossing().changedSince(before == null ? null : before.crossing()));
    }
}
