package io.eyewall.sql.source;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Makes rows up, the same for the same seed. */
public final class GeneratorReader implements RowReader {
    private static final long serialVersionUID = 1L;

    /**
     * How a column is filled.
     *
     * @param sequence whether values count up from {@code min}; otherwise they are random
     * @param min the least; of a timestamp in milliseconds since 1970
     * @param max the greatest, of random ones
     * @param step of a sequence
     */
    public record Fill(boolean sequence, long min, long max, long step) implements Serializable {}

    private final List<Column> columns;
    private final List<Fill> fills;
    private final long rows;
    private final double perSecond;
    private final long seed;
    private transient SplittableRandom random;
    private transient long made;
    private transient long startNs;

    /**
     * @param rows how many; -1 for no end
     * @param perSecond at most; 0 for as fast as they are taken
     */
    public GeneratorReader(
            List<Column> columns, List<Fill> fills, long rows, double perSecond, long seed) {
        this.columns = List.copyOf(columns);
        this.fills = List.copyOf(fills);
        this.rows = rows;
        this.perSecond = perSecond;
        this.seed = seed;
    }

    @Override
    public void open() {
        random = new SplittableRandom(seed);
        startNs = System.nanoTime();
    }

    @Override
    public @Nullable Object @Nullable [] read() {
        if (made == rows) {
            return null;
        }
        if (perSecond > 0 && made > (System.nanoTime() - startNs) / 1e9 * perSecond) {
            return NONE_NOW;
        }
        Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            Fill fill = fills.get(i);
            long value =
                    fill.sequence()
                            ? fill.min() + made * fill.step()
                            : random.nextLong(fill.min(), fill.max() + 1);
            row[i] = value(columns.get(i), value);
        }
        made++;
        return row;
    }

    private Object value(Column column, long value) {
        return switch (column.kind()) {
            case BOOLEAN -> value % 2 != 0;
            case TINYINT -> (byte) value;
            case SMALLINT -> (short) value;
            case INTEGER, DATE, TIME -> (int) value;
            case BIGINT, TIMESTAMP -> value;
            case DECIMAL -> BigDecimal.valueOf(value, column.scale());
            case REAL -> (float) value;
            case DOUBLE -> (double) value;
            case TEXT -> column.name() + "-" + value;
        };
    }

    @Override
    public void close() {}
}
