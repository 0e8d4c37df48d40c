package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.Fold;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fold that gathers the rows of a group and processes them when the group is complete. */
interface RowsFold extends Fold<Object[], List<Object[]>, Object[]> {
    /**
     * Returns the column that holds the end of the window; -1 if groups are complete at the end of
     * the input.
     */
    int windowEnd();

    /**
     * Returns null: no result is computed again, because the sinks of queries wait for their
     * servers instead of failing tuples.
     */
    @Override
    default @Nullable Object identity(Object[] row) {
        return null;
    }

    @Override
    default long until(Object[] row) {
        return windowEnd() < 0 ? END : Rows.time(row, windowEnd());
    }

    @Override
    default List<Object[]> start(Object[] first) {
        return new ArrayList<>();
    }

    @Override
    default void add(List<Object[]> rows, Object[] row) {
        rows.add(row);
    }

    @Override
    default Object saved(List<Object[]> rows) {
        return rows.toArray();
    }

    @Override
    default List<Object[]> restored(Object saved) {
        List<Object[]> rows = new ArrayList<>();
        for (Object row : (Object[]) saved) {
            rows.add((Object[]) row);
        }
        return rows;
    }
}
