package io.eyewall.sql.operator;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.task.TopologyContext;

/** Sorts rows: those of a window when it is complete, or all at the end. One task. */
public final class SortBolt extends RowBolt {
    private static final long serialVersionUID = 1L;

    /**
     * A part of an order.
     *
     * @param column of the row
     * @param descending the greatest first
     * @param nullsFirst where rows without a value come
     */
    public record By(int column, boolean descending, boolean nullsFirst) implements Serializable {}

    private final List<By> order;
    private final int windowEnd;
    private final long offset;
    private final long limit;
    private transient TreeMap<Long, List<Object[]>> rows;
    private transient long passed;

    /**
     * @param order none: rows pass as they come
     * @param windowEnd the column of the end of the window; -1: all rows are sorted at the end
     * @param offset rows to leave out at the begin
     * @param limit rows to let through then; -1 for all
     */
    public SortBolt(List<By> order, int windowEnd, long offset, long limit) {
        this.order = List.copyOf(order);
        this.windowEnd = windowEnd;
        this.offset = offset;
        this.limit = limit;
    }

    @Override
    protected void open(Map<String, Object> conf, TopologyContext context) {
        rows = new TreeMap<>();
    }

    @Override
    protected void onRow(String component, Object[] row) {
        if (order.isEmpty()) {
            pass(row);
        } else {
            long end = windowEnd < 0 ? Streams.END : (Long) row[windowEnd];
            rows.computeIfAbsent(end, any -> new ArrayList<>()).add(row);
        }
    }

    @Override
    protected void advance(long time) {
        Map<Long, List<Object[]>> complete = complete(rows, time);
        for (List<Object[]> one : complete.values()) {
            one.sort(comparator());
            one.forEach(this::pass);
        }
        complete.clear();
    }

    private void pass(Object[] row) {
        long index = passed++;
        if (index >= offset && (limit < 0 || index - offset < limit)) {
            emit(row);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // columns have one type
    private Comparator<Object[]> comparator() {
        Comparator<Object[]> all = null;
        for (By by : order) {
            Comparator values =
                    by.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
            Comparator nulls =
                    by.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
            Comparator<Object[]> one = (a, b) -> nulls.compare(a[by.column()], b[by.column()]);
            all = all == null ? one : all.thenComparing(one);
        }
        return all;
    }
}
