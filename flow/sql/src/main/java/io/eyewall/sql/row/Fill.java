package io.eyewall.sql.row;

import io.eyewall.toolkit.generate.Generator;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a generator fills a column.
 *
 * @param isSequence whether values count up from {@code min}; otherwise they are random
 * @param min the least value; for a timestamp, in milliseconds since 1970
 * @param max the greatest random value
 * @param step the difference between successive values of a sequence
 */
public record Fill(boolean isSequence, long min, long max, long step) implements Serializable {
    /**
     * Spreads the states at which the random numbers of seeds and rows begin. It must not be the
     * step by which {@link SplittableRandom} goes on, or the numbers of one row would be those of
     * the row before without the first.
     */
    private static final long SPREAD = 0xD1B54A32D192ED03L;

    /**
     * Returns a generator of rows, which are the same for the same seed.
     *
     * @param fills the rule of each column; null leaves the column null
     */
    public static Generator.Values rows(
            List<Column> columns, List<@Nullable Fill> fills, long seed) {
        return number -> {
            SplittableRandom random = new SplittableRandom(seed + number * SPREAD);
            @Nullable Object[] row = new @Nullable Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                Fill fill = fills.get(i);
                row[i] = fill == null ? null : fill.value(columns.get(i), number, random);
            }
            return List.of((Object) row);
        };
    }

    private Object value(Column column, long number, SplittableRandom random) {
        long n = isSequence ? min + number * step : random.nextLong(min, max + 1);
        return switch (column.kind()) {
            case BOOLEAN -> n % 2 != 0;
            case TINYINT -> (byte) n;
            case SMALLINT -> (short) n;
            case INTEGER, DATE, TIME -> (int) n;
            case BIGINT, TIMESTAMP -> n;
            case DECIMAL -> BigDecimal.valueOf(n, column.scale());
            case REAL -> (float) n;
            case DOUBLE -> (double) n;
            case TEXT -> column.name() + "-" + n;
        };
    }
}
