package io.eyewall.sql.change;

import io.eyewall.sql.function.Key;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.KeyedStep;
import io.eyewall.toolkit.state.KeyedStates;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the changes of a table with keys into rows to write and keys to delete: rows with one more
 * cell, which is true if the row with its key is to be deleted. If several rows have one key, the
 * one that came last is written.
 */
public final class UpsertChanges implements KeyedStep<Key, Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private transient @Nullable StoredRows rows;

    /** Returns whether the row with the key of a row is to be deleted. */
    public static boolean isDeletion(@Nullable Object[] row) {
        return Boolean.TRUE.equals(row[row.length - 1]);
    }

    @Override
    public void prepare(KeyedStates states) {
        rows = new StoredRows(states, "rows");
    }

    @Override
    public void apply(Key key, Object[] change, EachBolt.Out<Object[]> out) {
        StoredRows stored = Objects.requireNonNull(rows);
        Object[] before = stored.last();
        stored.add(RowChanges.row(change), RowChanges.count(change));
        Object[] after = stored.last();
        if (after == null && before != null) {
            out.accept(withDeletion(before, true));
        } else if (after != null && (before == null || !Arrays.equals(before, after))) {
            out.accept(withDeletion(after, false));
        }
    }

    private static Object[] withDeletion(Object[] row, boolean isDeletion) {
        Object[] written = Arrays.copyOf(row, row.length + 1);
        written[row.length] = isDeletion;
        return written;
    }
}
