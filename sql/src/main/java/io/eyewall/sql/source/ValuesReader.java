package io.eyewall.sql.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that stand in the query, or are given by a test. */
public final class ValuesReader implements RowReader {
    private static final long serialVersionUID = 1L;

    private final Object[][] rows;
    private transient int next;

    /**
     * @param rows values must be serializable
     */
    public ValuesReader(List<Object[]> rows) {
        this.rows = rows.toArray(Object[][]::new);
    }

    @Override
    public void open() {}

    @Override
    public @Nullable Object @Nullable [] read() {
        return next < rows.length ? rows[next++].clone() : null;
    }

    @Override
    public void close() {}
}
