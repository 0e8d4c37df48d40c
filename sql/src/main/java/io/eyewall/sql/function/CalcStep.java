package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters and projects rows, by generated code. */
public final class CalcStep implements EachBolt.Step<Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private final String query;
    private final List<String> columns;
    private transient Code.@Nullable Compiled compiled;

    /**
     * @param code of the condition and the projection
     * @param query where it stands, for people
     * @param columns names of those of the rows that it gets
     */
    public CalcStep(Code code, String query, List<String> columns) {
        this.code = code;
        this.query = query;
        this.columns = List.copyOf(columns);
    }

    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        Code.Compiled known = compiled;
        if (known == null) {
            known = code.compile();
            compiled = known;
        }
        Object[] result = result(known, row);
        if (result != null) {
            out.accept(result);
        }
    }

    private @Nullable Object @Nullable [] result(Code.Compiled known, Object[] row) {
        try {
            return known.apply(row);
        } catch (RuntimeException e) {
            throw RowException.of(query, columns, row, e);
        }
    }
}
