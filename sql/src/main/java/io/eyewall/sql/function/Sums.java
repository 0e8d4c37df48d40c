package io.eyewall.sql.function;

import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Called by the generated code of aggregates. */
public final class Sums {
    private Sums() {}

    /** A number, exactly. */
    public static BigDecimal decimal(Object number) {
        return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
    }

    /** The lesser of two, of which the first may not be there yet. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // columns have one type
    public static Object least(@Nullable Object so, Object next) {
        return so == null || ((Comparable) next).compareTo(so) < 0 ? next : so;
    }

    /** The greater of two, of which the first may not be there yet. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // columns have one type
    public static Object greatest(@Nullable Object so, Object next) {
        return so == null || ((Comparable) next).compareTo(so) > 0 ? next : so;
    }

    /** Whether a row's arguments come for the first time. */
    public static boolean isNew(Set<Object> seen, @Nullable Object[] row, int[] columns) {
        return seen.add(Key.of(row, columns));
    }

    /** Of a subquery that stands for one value. */
    public static RuntimeException several() {
        return new IllegalStateException(
                "a subquery that stands for one value has several rows; aggregate them");
    }
}
