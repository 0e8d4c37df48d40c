package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Filters and projects rows, by generated code. */
public final class CalcStep implements EachBolt.Step<Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private transient Code.@Nullable Compiled compiled;

    /**
     * @param code of the condition and the projection
     */
    public CalcStep(Code code) {
        this.code = code;
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

    private static @Nullable Object @Nullable [] result(Code.Compiled compiled, Object[] row) {
        try {
            return compiled.apply(row);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the row "
                            + Arrays.toString(row)
                            + " can't be computed with: "
                            + e.getMessage()
                            + "; leave it out by WHERE, or decide by CASE what it gives",
                    e);
        }
    }
}
