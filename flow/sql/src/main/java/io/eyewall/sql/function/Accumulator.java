package io.eyewall.sql.function;

import org.jspecify.annotations.Nullable;

/** Computes the aggregates of one group row by row. Generated code implements this interface. */
public interface Accumulator {
    /** Returns an accumulator of the same aggregates for another group, without rows. */
    Accumulator fresh();

    /** Adds a row to the group. */
    void add(@Nullable Object[] row);

    /** Returns whether {@link #remove} is supported. */
    boolean canRemove();

    /**
     * Takes back that a row was added.
     *
     * @throws UnsupportedOperationException unless {@link #canRemove}
     */
    void remove(@Nullable Object[] row);

    /** Returns the values that have been gathered, for a snapshot. */
    @Nullable Object[] saved();

    /** Takes over what {@link #saved} of an accumulator of the same aggregates has returned. */
    void restore(@Nullable Object[] saved);

    /**
     * Writes the present values of the aggregates into a row of the result.
     *
     * @param row row of the result
     * @param first index of the first aggregate in the row
     */
    void result(@Nullable Object[] row, int first);
}
