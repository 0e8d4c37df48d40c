package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.Arrays;

/**
 * Puts rows into windows of a size, one every {@code slideMs}: adds the columns window_start and
 * window_end. A row of overlapping windows is emitted once for each; one without a time belongs to
 * none.
 *
 * @param time column
 */
public record WindowStep(int time, long slideMs, long sizeMs)
        implements EachBolt.Step<Object[], Object[]> {
    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        if (row[time] == null) {
            return;
        }
        long at = Rows.time(row, time);
        long last = Math.floorDiv(at, slideMs) * slideMs;
        for (long start = last - (sizeMs - 1) / slideMs * slideMs;
                start <= last;
                start += slideMs) {
            if (at < start + sizeMs) {
                out.accept(windowed(row, start, start + sizeMs));
            }
        }
    }

    /** With the columns window_start and window_end. */
    public static Object[] windowed(Object[] row, long start, long end) {
        Object[] windowed = Arrays.copyOf(row, row.length + 2);
        windowed[row.length] = start;
        windowed[row.length + 1] = end;
        return windowed;
    }

    /** Keeps rows that have a time. */
    public static EachBolt.Step<Object[], Object[]> timed(int time) {
        return EachBolt.filter(row -> row[time] != null);
    }
}
