package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows: those of a window when it is complete, or all at the end. For one task.
 *
 * @param order at least one column
 * @param windowEnd the column of the end of the window; -1: all rows are sorted at the end
 */
public record SortFold(List<By> order, int windowEnd)
        implements Fold<Object[], List<Object[]>, Object[]> {
    /**
     * A part of an order.
     *
     * @param column of the row
     * @param descending the greatest first
     * @param nullsFirst where rows without a value come
     */
    public record By(int column, boolean descending, boolean nullsFirst) implements Serializable {}

    /** Nothing fails on the way: sinks of queries wait for their servers. */
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
    public void result(List<Object[]> rows, EachBolt.Out<Object[]> out) {
        List<Object[]> sorted = new ArrayList<>(rows);
        sorted.sort(
                (first, second) -> {
                    for (By by : order) {
                        int way = compare(by, first[by.column()], second[by.column()]);
                        if (way != 0) {
                            return way;
                        }
                    }
                    return 0;
                });
        sorted.forEach(out::accept);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // columns have one type
    private static int compare(By by, Object first, Object second) {
        Comparator values = by.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        Comparator nulls =
                by.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
        return nulls.compare(first, second);
    }
}
