package io.eyewall.sql.function;

import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions that the generated code of aggregates calls. */
public final class Sums {
    private Sums() {}

    /** Returns a number as an exact decimal. */
    public static BigDecimal decimal(Object number) {
        return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
    }

    /** Returns the lesser of two values; {@code current} is null before the first row. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // all values of a column have one type
    public static Object least(@Nullable Object current, Object value) {
        return current == null || ((Comparable) value).compareTo(current) < 0 ? value : current;
    }

    /** Returns the greater of two values; {@code current} is null before the first row. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // all values of a column have one type
    public static Object greatest(@Nullable Object current, Object value) {
        return current == null || ((Comparable) value).compareTo(current) > 0 ? value : current;
    }

    /** Returns the bits that both integers have; {@code current} is null before the first row. */
    public static Object bitAnd(@Nullable Object current, Object value) {
        return current == null ? value : likeFirst(value, toLong(current) & toLong(value));
    }

    /** Returns the bits that one of two integers has; {@code current} may be null. */
    public static Object bitOr(@Nullable Object current, Object value) {
        return current == null ? value : likeFirst(value, toLong(current) | toLong(value));
    }

    /** Returns the bits that exactly one of two integers has; {@code current} may be null. */
    public static Object bitXor(@Nullable Object current, Object value) {
        return current == null ? value : likeFirst(value, toLong(current) ^ toLong(value));
    }

    private static long toLong(Object number) {
        return ((Number) number).longValue();
    }

    /** Returns a number as an object of the class that another number has. */
    private static Object likeFirst(Object other, long number) {
        if (other instanceof Integer) {
            return (int) number;
        }
        if (other instanceof Short) {
            return (short) number;
        }
        return other instanceof Byte ? (Object) (byte) number : (Object) number;
    }

    /** Returns whether a row's arguments occur for the first time, and records them. */
    public static boolean isNew(Set<Object> seen, @Nullable Object[] row, int[] columns) {
        return seen.add(Key.of(row, columns));
    }

    /** Returns the error for a subquery that stands for one value and has several rows. */
    public static RuntimeException several() {
        return new IllegalStateException(
                "a subquery that stands for one value has several rows; aggregate them");
    }
}
