package io.eyewall.sql.function;

import org.jspecify.annotations.Nullable;

/** Generated code: the aggregates of one group so far. */
public interface Accumulator {
    /** The same aggregates of a group that has no rows yet. */
    Accumulator fresh();

    /** One more row. */
    void add(@Nullable Object[] row);

    /**
     * Writes the values.
     *
     * @param row of the result
     * @param first place of the first aggregate
     */
    void result(@Nullable Object[] row, int first);
}
