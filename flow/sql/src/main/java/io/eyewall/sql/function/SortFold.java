package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the rows of a window when the window is complete, or all rows at the end of the input. The
 * bolt must have one task.
 *
 * @param order the order; at least one column
 * @param windowEnd the column that holds the end of the window; -1 if all rows are sorted at the
 *     end
 */
public record SortFold(List<By> order, int windowEnd)
        implements Fold<Object[], List<Object[]>, Object[]> {
    /**
     * One column of an order.
     *
     * @param column index of the column in the row
     * @param descending whether the greatest value comes first
     * @param nullsFirst whether rows without a value come first
     */
    public record By(int column, boolean descending, boolean nullsFirst) implements Serializable {}

    /**
     * Returns null: no result is computed again, because the sinks of queries wait for their
     * servers instead of failing tuples.
     */
    @Override
    public @Nullable Object identity(Object[] row) {
        return null;
    }

    @Override
    public long until(Object[] row) {
        return windowEnd < 0 ? END : Rows.time(row, windowEnd);
    }

    @Override
    public List<Object[]> start(Object[] first) {
        return new ArrayList<>();
    }

    @Override
    public void add(List<Object[]> rows, Object[] row) {
        rows.add(row);
    }

    @Override
    public Object saved(List<Object[]> rows) {
        return rows.toArray();
    }

    @Override
    public List<Object[]> restored(Object saved) {
        List<Object[]> rows = new ArrayList<>();
        for (Object row : (Object[]) saved) {
            rows.add((Object[]) row);
        }
        return rows;
    }

    @Override
    public void result(List<Object[]> rows, EachBolt.Out<Object[]> out) {
        List<Object[]> sorted = new ArrayList<>(rows);
        sorted.sort(
                (first, second) -> {
                    for (By by : order) {
                        int comparison = compare(by, first[by.column()], second[by.column()]);
                        if (comparison != 0) {
                            return comparison;
                        }
                    }
                    return 0;
                });
        sorted.forEach(out::accept);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // all values of a column have one type
    private static int compare(By by, Object first, Object second) {
        Comparator values = by.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        Comparator nulls =
                by.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
        return nulls.compare(first, second);
    }
}
