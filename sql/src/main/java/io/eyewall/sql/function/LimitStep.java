package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;

/** Leaves out the first rows, and those after a number. For one task. */
public final class LimitStep implements EachBolt.Step<Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final long limit;
    private transient long passed;

    /**
     * @param offset rows to leave out at the begin
     * @param limit rows to let through then; -1 for all
     */
    public LimitStep(long offset, long limit) {
        this.offset = offset;
        this.limit = limit;
    }

    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        long index = passed++;
        if (index >= offset && (limit < 0 || index - offset < limit)) {
            out.accept(row);
        }
    }
}
