package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
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
        Object[] result = known.apply(row);
        if (result != null) {
            out.accept(result);
        }
    }
}
