package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import org.jspecify.annotations.Nullable;

/** Drops the first rows and all rows after a limit. The bolt must have one task. */
public final class LimitStep implements EachBolt.Step<Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final long limit;
    private transient long passed;

    /**
     * Creates the step.
     *
     * @param offset number of rows to drop at the beginning
     * @param limit number of rows to emit afterwards; -1 for all
     */
    public LimitStep(long offset, long limit) {
        this.offset = offset;
        this.limit = limit;
    }

    @Override
    public Object saved() {
        return passed;
    }

    @Override
    public void restore(@Nullable Object saved) {
        passed = saved == null ? 0 : (Long) saved;
    }

    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        long index = passed++;
        if (index >= offset && (limit < 0 || index - offset < limit)) {
            out.accept(row);
        }
    }
}
