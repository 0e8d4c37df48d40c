package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters and projects rows by generated code. */
public final class CalcStep implements EachBolt.Step<Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private final String query;
    private final List<String> columns;
    private transient Code.@Nullable Compiled compiled;

    /**
     * Creates the step.
     *
     * @param code generated code of the condition and the projection
     * @param query place of the query, for error messages
     * @param columns names of the columns of the input rows
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
