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
        return rowNumber -> {
            SplittableRandom random = new SplittableRandom(seed + rowNumber * SPREAD);
            @Nullable Object[] row = new @Nullable Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                Fill fill = fills.get(i);
                row[i] = fill == null ? null : fill.valueOf(columns.get(i), rowNumber, random);
            }
            return List.of((Object) row);
        };
    }

    private Object valueOf(Column column, long rowNumber, SplittableRandom random) {
        long filled = isSequence ? min + rowNumber * step : random.nextLong(min, max + 1);
        return switch (column.kind()) {
            case BOOLEAN -> filled % 2 != 0;
            case TINYINT -> (byte) filled;
            case SMALLINT -> (short) filled;
            case INTEGER, DATE, TIME -> (int) filled;
            case BIGINT, TIMESTAMP -> filled;
            case DECIMAL -> BigDecimal.valueOf(filled, column.scale());
            case REAL -> (float) filled;
            case DOUBLE -> (double) filled;
            case TEXT -> column.name() + "-" + filled;
        };
    }
}
