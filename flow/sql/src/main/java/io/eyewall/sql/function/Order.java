package io.eyewall.sql.function;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order of rows by some of their columns, as {@code ORDER BY} says it. Without columns all rows
 * are equal.
 *
 * @param columns the columns, the most important one first
 */
public record Order(List<By> columns) implements Comparator<@Nullable Object[]>, Serializable {
    /** The order of rows that have none. */
    public static final Order NONE = new Order(List.of());

    /**
     * One column of an order.
     *
     * @param column index of the column in the row
     * @param descending whether the greatest value comes first
     * @param nullsFirst whether rows without a value come first
     */
    public record By(int column, boolean descending, boolean nullsFirst) implements Serializable {
        /** Compares two values of the column, which may be null, in the direction of the order. */
        int compareValues(@Nullable Object first, @Nullable Object second) {
            if (first == null || second == null) {
                return first == second ? 0 : (first == null) == nullsFirst ? -1 : 1;
            }
            int ascending = compareNonNull(first, second);
            return descending ? -ascending : ascending;
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // all values of a column have one type
        private static int compareNonNull(Object first, Object second) {
            // In SQL 0.0 and -0.0 are equal, in Java's order of doubles they are not.
            if (first instanceof Double one && second instanceof Double other) {
                return one.doubleValue() == other ? 0 : one.compareTo(other);
            }
            if (first instanceof Float one && second instanceof Float other) {
                return one.floatValue() == other ? 0 : one.compareTo(other);
            }
            return ((Comparable) first).compareTo(second);
        }
    }

    @Override
    public int compare(@Nullable Object[] first, @Nullable Object[] second) {
        for (By by : columns) {
            int comparison = by.compareValues(first[by.column()], second[by.column()]);
            if (comparison != 0) {
                return comparison;
            }
        }
        return 0;
    }
}
