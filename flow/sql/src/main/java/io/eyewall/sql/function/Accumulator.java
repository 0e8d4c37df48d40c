package io.eyewall.sql.function;

import org.jspecify.annotations.Nullable;

/** The aggregates of one group so far. Generated code implements this interface. */
public interface Accumulator {
    /** Returns the same aggregates for a group that has no rows yet. */
    Accumulator fresh();

    /** Adds a row to the group. */
    void add(@Nullable Object[] row);

    /**
     * Writes the values of the aggregates into a row of the result.
     *
     * @param row row of the result
     * @param first index of the first aggregate in the row
     */
    void result(@Nullable Object[] row, int first);
}
