package io.eyewall.sql.change;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row that an operator keeps. Rows are equal if their values are the same, to the last digit: 1.0
 * and 1.00 are different, so that a row is taken away as it was added.
 */
final class StoredRow implements Serializable {
    private static final long serialVersionUID = 1L;

    private final @Nullable Object[] values;

    StoredRow(@Nullable Object[] values) {
        this.values = values;
    }

    /** Returns the values, which must not be changed. */
    Object[] values() {
        return values;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoredRow row && Arrays.equals(values, row.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
