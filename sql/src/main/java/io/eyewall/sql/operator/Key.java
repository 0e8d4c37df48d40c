package io.eyewall.sql.operator;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** Values of a row by which it is grouped, joined or told from others. */
final class Key {
    private Key() {}

    /** Equal for rows that SQL takes for equal; nulls are equal here. */
    static List<Object> of(Object[] row, int[] columns) {
        Object[] values = new Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            values[i] = normal(row[columns[i]]);
        }
        return Arrays.asList(values);
    }

    /** 1.0 and 1.00 are one number, and so are 0.0 and -0.0. */
    static Object normal(Object value) {
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

    static boolean hasNull(List<Object> key) {
        for (Object value : key) {
            if (value == null) {
                return true;
            }
        }
        return false;
    }
}
