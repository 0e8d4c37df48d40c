package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.Arrays;

/**
 * Assigns rows to windows of {@code sizeMs}, of which one starts every {@code slideMs}, and adds
 * the columns window_start and window_end. If windows overlap, a row is emitted once for each of
 * its windows. Rows without a time are dropped.
 *
 * @param time column that holds the time of a row
 * @param slideMs milliseconds between the starts of two windows
 * @param sizeMs length of a window in milliseconds
 */
public record WindowStep(int time, long slideMs, long sizeMs)
        implements EachBolt.Step<Object[], Object[]> {
    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        if (row[time] == null) {
            return;
        }
        long timeMs = Rows.time(row, time);
        long lastStart = Math.floorDiv(timeMs, slideMs) * slideMs;
        for (long start = lastStart - (sizeMs - 1) / slideMs * slideMs;
                start <= lastStart;
                start += slideMs) {
            if (timeMs < start + sizeMs) {
                out.accept(windowed(row, start, start + sizeMs));
            }
        }
    }

    /** Returns a row with the columns window_start and window_end added. */
    public static Object[] windowed(Object[] row, long start, long end) {
        Object[] windowed = Arrays.copyOf(row, row.length + 2);
        windowed[row.length] = start;
        windowed[row.length + 1] = end;
        return windowed;
    }

    /** Returns a step that keeps only the rows that have a time. */
    public static EachBolt.Step<Object[], Object[]> timed(int time) {
        return EachBolt.filter(row -> row[time] != null);
    }
}
