package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts the rows of a window when the window is complete, or all rows at the end of the input. The
 * bolt must have one task.
 *
 * @param order the order; at least one column
 * @param windowEnd the column that holds the end of the window; -1 if all rows are sorted at the
 *     end
 */
public record SortFold(Order order, int windowEnd) implements RowsFold {
    @Override
    public void result(List<Object[]> rows, EachBolt.Out<Object[]> out) {
        List<Object[]> sorted = new ArrayList<>(rows);
        sorted.sort(order);
        sorted.forEach(out::accept);
    }
}
