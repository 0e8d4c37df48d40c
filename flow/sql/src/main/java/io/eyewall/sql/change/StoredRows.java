package io.eyewall.sql.change;

import io.eyewall.toolkit.state.KeyedStates;
import io.eyewall.toolkit.state.MapState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that an operator keeps for each key, and how often each is there. */
final class StoredRows {
    private final MapState<StoredRow, Long> counts;

    StoredRows(KeyedStates states, String name) {
        counts = states.map(name);
    }

    /** Adds a row {@code count} times; a negative count takes it away. */
    void add(Object[] row, long count) {
        StoredRow stored = new StoredRow(row);
        Long before = counts.get(stored);
        long after = (before == null ? 0 : before) + count;
        if (after == 0) {
            counts.remove(stored);
        } else {
            counts.put(stored, after);
        }
    }

    /** Returns the rows of the current key in the order in which they came. */
    List<Object[]> all() {
        List<Object[]> rows = new ArrayList<>();
        counts.forEach(
                (row, count) -> {
                    for (long i = 0; i < count; i++) {
                        rows.add(row.values());
                    }
                });
        return rows;
    }

    /** Returns the row of the current key that came last; null if there is none. */
    Object @Nullable [] last() {
        Object[][] last = new Object[1][];
        counts.forEach((row, count) -> last[0] = row.values());
        return last[0];
    }
}
