package io.eyewall.sql.change;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a result: rows with one more cell, a {@code Long} that says how many such rows are
 * added, or, if it is negative, taken away.
 *
 * <p>Every operator emits the rows that it adds before those that it takes away, and takes away
 * only what it has emitted before. The changes of one row reach the next operator in that order,
 * since steps between two operators run in the first one, and rows with equal keys go to one task.
 * So no operator ever sees fewer than no rows.
 */
public final class RowChanges {
    private RowChanges() {}

    /** Returns the change that adds a row {@code count} times. */
    static Object[] of(@Nullable Object[] row, long count) {
        @Nullable Object[] change = Arrays.copyOf(row, row.length + 1);
        change[row.length] = count;
        return change;
    }

    /** Returns how many rows a change adds; negative if it takes rows away. */
    static long count(@Nullable Object[] change) {
        return (Long) Objects.requireNonNull(change[change.length - 1]);
    }

    /** Returns the row of a change. */
    static Object[] row(@Nullable Object[] change) {
        return Arrays.copyOf(change, change.length - 1);
    }

    /** Returns a step that makes changes of rows that are only added. */
    public static EachBolt.Step<Object[], Object[]> ofRows() {
        return EachBolt.map(row -> of(row, 1));
    }
}
