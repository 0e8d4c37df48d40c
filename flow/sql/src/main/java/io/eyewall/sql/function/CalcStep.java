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
     * @param query location of the query, for error messages
     * @param columns names of the columns of the input rows
     */
    public CalcStep(Code code, String query, List<String> columns) {
        this.code = code;
        this.query = query;
        this.columns = List.copyOf(columns);
    }

    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        Code.Compiled function = compiled;
        if (function == null) {
            function = code.compile();
            compiled = function;
        }
        Object[] computed = computeRow(function, row);
        if (computed != null) {
            out.accept(computed);
        }
    }

    private @Nullable Object @Nullable [] computeRow(Code.Compiled function, Object[] row) {
        try {
            return function.apply(row);
        } catch (RuntimeException e) {
            throw RowException.forRow(query, columns, row, e);
        }
    }
}
