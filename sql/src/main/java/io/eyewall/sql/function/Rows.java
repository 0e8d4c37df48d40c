package io.eyewall.sql.function;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows made of rows. */
final class Rows {
    private Rows() {}

    /** One behind the other. */
    static Object[] pair(@Nullable Object[] first, @Nullable Object[] second) {
        Object[] pair = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, pair, first.length, second.length);
        return pair;
    }

    /** A time, where there has to be one. */
    static long time(@Nullable Object[] row, int column) {
        return (Long) Objects.requireNonNull(row[column], "no time");
    }
}
