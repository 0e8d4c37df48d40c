package io.eyewall.sql.change;

import io.eyewall.sql.function.Key;
import io.eyewall.sql.function.Order;
import io.eyewall.sql.function.OverFold;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.KeyedStep;
import io.eyewall.toolkit.state.KeyedStates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code OVER}, and {@code ORDER BY} with {@code LIMIT}: each row changes the result of its
 * partition, which is computed anew, and compared with the one before.
 */
public final class PartitionChanges implements KeyedStep<Key, Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final Order order;
    private final long needed;
    private final boolean inputChanges;
    private final Fn.Of<List<Object[]>, List<Object[]>> result;
    private transient @Nullable StoredRows rows;

    private PartitionChanges(
            Order order,
            long needed,
            boolean inputChanges,
            Fn.Of<List<Object[]>, List<Object[]>> result) {
        this.order = order;
        this.needed = needed;
        this.inputChanges = inputChanges;
        this.result = result;
    }

    /**
     * Returns the step that computes window functions.
     *
     * @param order the order of the window
     * @param needed number of rows at the beginning of the order on which all of the result that is
     *     asked for depends; -1: all of them
     * @param inputChanges whether the input is changes; otherwise it is rows that are only added
     */
    public static PartitionChanges over(
            OverFold fold, Order order, long needed, boolean inputChanges) {
        return new PartitionChanges(
                order,
                needed,
                inputChanges,
                rows -> {
                    List<Object[]> results = new ArrayList<>();
                    fold.result(rows, results::add);
                    return results;
                });
    }

    /**
     * Returns the step that leaves out the first rows of an order, and those after a limit.
     *
     * @param skipped number of rows that are left out
     * @param limit number of rows that stay; -1: all of them
     * @param inputChanges whether the input is changes; otherwise it is rows that are only added
     */
    public static PartitionChanges limit(
            Order order, long skipped, long limit, boolean inputChanges) {
        return new PartitionChanges(
                order,
                limit < 0 ? -1 : Math.addExact(skipped, limit),
                inputChanges,
                rows -> {
                    List<Object[]> sorted = new ArrayList<>(rows);
                    sorted.sort(order);
                    return sorted.subList((int) Math.min(skipped, sorted.size()), sorted.size());
                });
    }

    @Override
    public void prepare(KeyedStates states) {
        rows = new StoredRows(states, "rows");
    }

    @Override
    public void apply(Key key, Object[] value, EachBolt.Out<Object[]> out) {
        StoredRows stored = Objects.requireNonNull(rows);
        List<Object[]> before = first(inOrder(stored.all()));
        if (inputChanges) {
            stored.add(RowChanges.row(value), RowChanges.count(value));
        } else if (needed >= 0 && before.size() == needed && !precedesOne(value, before)) {
            return;
        } else {
            stored.add(value, 1);
        }
        List<Object[]> all = inOrder(stored.all());
        List<Object[]> after = first(all);
        if (!inputChanges) {
            // No row is ever taken away, so that none behind the first ones will be needed.
            all.subList(after.size(), all.size()).forEach(row -> stored.add(row, -1));
        }
        emitDifference(result.apply(before), result.apply(after), out);
    }

    private boolean precedesOne(Object[] row, List<Object[]> others) {
        for (Object[] other : others) {
            if (order.compare(row, other) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns all rows, in the order of the first ones if the result does not depend on all. */
    private List<Object[]> inOrder(List<Object[]> all) {
        if (needed >= 0 && all.size() > needed) {
            all.sort(order);
        }
        return all;
    }

    /** Returns the rows on which the result depends. */
    private List<Object[]> first(List<Object[]> all) {
        return needed < 0 || all.size() <= needed ? all : all.subList(0, (int) needed);
    }

    private static void emitDifference(
            List<Object[]> before, List<Object[]> after, EachBolt.Out<Object[]> out) {
        Map<StoredRow, Long> counts = new LinkedHashMap<>();
        after.forEach(row -> counts.merge(new StoredRow(row), 1L, Long::sum));
        before.forEach(row -> counts.merge(new StoredRow(row), -1L, Long::sum));
        counts.forEach((row, count) -> emit(row, Math.max(count, 0), out));
        counts.forEach((row, count) -> emit(row, Math.min(count, 0), out));
    }

    private static void emit(StoredRow row, long count, EachBolt.Out<Object[]> out) {
        if (count != 0) {
            out.accept(RowChanges.of(row.values(), count));
        }
    }
}
