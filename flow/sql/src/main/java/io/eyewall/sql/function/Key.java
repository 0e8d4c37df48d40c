package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.Fn;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of a row that identify the row's group, partner or duplicate. Keys are equal if SQL
 * regards their values as equal; here nulls are equal, too.
 */
public final class Key implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The key without values, which all rows have. */
    public static final Key NONE = new Key(new Object[0]);

    private final @Nullable Object[] values;
    private final int hash;

    private Key(@Nullable Object[] values) {
        this.values = values;
        int unmixed = Arrays.hashCode(values);
        // Folds in the high bits: hashes of small whole doubles differ only in these.
        hash = unmixed ^ unmixed >>> 16;
    }

    /** Returns the key that some columns of a row form. */
    static Key of(@Nullable Object[] row, int[] columns) {
        @Nullable Object[] values = new @Nullable Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            values[i] = canonical(row[columns[i]]);
        }
        return new Key(values);
    }

    /** Returns a function that computes the key of a row. */
    public static Fn.Of<Object[], Key> by(List<Integer> columns) {
        int[] columnIndexes = columns.stream().mapToInt(Integer::intValue).toArray();
        return row -> of(row, columnIndexes);
    }

    /**
     * Returns one representative of equal numbers: 1.0 and 1.00 become the same, and so do 0.0 and
     * -0.0.
     */
    static @Nullable Object canonical(@Nullable Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros();
        }
        if (value instanceof Double number && number == 0.0) {
            return 0.0;
        }
        if (value instanceof Float number && number == 0.0f) {
            return 0.0f;
        }
        return value;
    }

    /** Returns whether one of some values is null. */
    public boolean hasNullAt(int[] indexes) {
        for (int index : indexes) {
            if (values[index] == null) {
                return true;
            }
        }
        return false;
    }

    boolean hasNull() {
        for (Object value : values) {
            if (value == null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key && Arrays.equals(values, key.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
