package io.eyewall.sql.function;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Combines rows and reads their values. */
public final class Rows {
    private Rows() {}

    /** Returns the values of one row followed by those of another. */
    public static Object[] pair(@Nullable Object[] first, @Nullable Object[] second) {
        Object[] pair = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, pair, first.length, second.length);
        return pair;
    }

    /** Returns the time in a column that must not be null. */
    static long time(@Nullable Object[] row, int column) {
        return (Long) Objects.requireNonNull(row[column], "no time");
    }
}
