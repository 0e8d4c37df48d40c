package io.eyewall.sql.operator;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.task.TopologyContext;

/**
 * Joins two inputs by keys. Of two streams, rows of one window wait for each other until it is
 * complete. With a table on the right, rows of the left wait until all of the table has been read.
 */
public final class JoinBolt extends RowBolt {
    private static final long serialVersionUID = 1L;

    /** Which rows are in the result. */
    public enum Kind {
        /** Pairs. */
        INNER,
        /** Pairs, and rows of the left without one. */
        LEFT,
        /** Pairs, and rows of the right without one. */
        RIGHT,
        /** Pairs, and all rows without one. */
        FULL,
        /** Rows of the left that are in a pair. */
        SEMI,
        /** Rows of the left that are in none. */
        ANTI
    }

    /**
     * One of the inputs.
     *
     * @param components that it comes from
     * @param keys columns, as many as of the other
     * @param width columns of a row
     * @param windowEnd column of the end of the window; -1 for none
     */
    public record Input(List<String> components, List<Integer> keys, int width, int windowEnd)
            implements Serializable {
        private int[] columns() {
            return keys.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private static final class Row {
        private final Object[] values;
        private boolean paired;

        private Row(Object[] values) {
            this.values = values;
        }
    }

    /** Rows by key; {@code loose} have a null in it, and equal nothing. */
    private static final class Side {
        private final Map<List<Object>, List<Row>> byKey = new HashMap<>();
        private final List<Row> loose = new ArrayList<>();

        private void add(List<Object> key, Row row) {
            if (Key.hasNull(key)) {
                loose.add(row);
            } else {
                byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(row);
            }
        }
    }

    private final Kind kind;
    private final Input left;
    private final Input right;
    private final Code condition;
    private transient int[] leftKeys;
    private transient int[] rightKeys;
    private transient TopologyContext context;
    private transient Code.Compiled compiled;
    private transient TreeMap<Long, Side[]> windows;
    private transient List<Object[]> waiting;
    private transient Side table;
    private transient boolean tableRead;
    private transient long late;

    /**
     * @param condition that pairs must meet besides equal keys; null for none
     */
    public JoinBolt(Kind kind, Input left, Input right, Code condition) {
        this.kind = kind;
        this.left = left;
        this.right = right;
        this.condition = condition;
    }

    @Override
    protected void open(Map<String, Object> conf, TopologyContext topology) {
        context = topology;
        compiled = condition == null ? null : condition.compile();
        leftKeys = left.columns();
        rightKeys = right.columns();
        windows = new TreeMap<>();
        waiting = new ArrayList<>();
        table = new Side();
    }

    private boolean isWindowed() {
        return left.windowEnd() >= 0;
    }

    @Override
    protected void onRow(String component, Object[] row) {
        boolean isLeft = left.components().contains(component);
        if (isWindowed()) {
            onWindowed(isLeft, row);
        } else if (!isLeft) {
            table.add(Key.of(row, rightKeys), new Row(row));
        } else if (tableRead) {
            probe(row);
        } else {
            waiting.add(row);
        }
    }

    @Override
    protected void onEnd(String component) {
        if (!isWindowed() && !tableRead && haveEnded(context, right.components())) {
            tableRead = true;
            waiting.forEach(this::probe);
            waiting = List.of();
        }
    }

    /** A row of the left, when the table is there. */
    private void probe(Object[] row) {
        boolean paired = false;
        List<Object> key = Key.of(row, leftKeys);
        if (!Key.hasNull(key)) {
            for (Row other : table.byKey.getOrDefault(key, List.of())) {
                if (meets(row, other.values)) {
                    paired = true;
                    other.paired = true;
                    if (kind == Kind.SEMI || kind == Kind.ANTI) {
                        break;
                    }
                    emit(pair(row, other.values));
                }
            }
        }
        if (kind == Kind.SEMI ? paired : kind == Kind.ANTI && !paired) {
            emit(row);
        } else if (!paired && (kind == Kind.LEFT || kind == Kind.FULL)) {
            emit(pair(row, new Object[right.width()]));
        }
    }

    private void onWindowed(boolean isLeft, Object[] row) {
        Input own = isLeft ? left : right;
        long end = (Long) row[own.windowEnd()];
        if (end <= mark()) {
            late++;
            return;
        }
        Side[] sides = windows.computeIfAbsent(end, any -> new Side[] {new Side(), new Side()});
        Row added = new Row(row);
        List<Object> key = Key.of(row, isLeft ? leftKeys : rightKeys);
        sides[isLeft ? 0 : 1].add(key, added);
        if (Key.hasNull(key)) {
            return;
        }
        for (Row other : sides[isLeft ? 1 : 0].byKey.getOrDefault(key, List.of())) {
            Object[] first = isLeft ? row : other.values;
            Object[] second = isLeft ? other.values : row;
            if (meets(first, second)) {
                added.paired = true;
                other.paired = true;
                if (kind != Kind.SEMI && kind != Kind.ANTI) {
                    emit(pair(first, second));
                }
            }
        }
    }

    @Override
    protected void advance(long time) {
        Map<Long, Side[]> complete = complete(windows, time);
        for (Side[] sides : complete.values()) {
            emitLeft(sides[0]);
            emitUnpairedRight(sides[1]);
        }
        complete.clear();
        if (time == Streams.END && !isWindowed()) {
            emitUnpairedRight(table);
        }
        if (time == Streams.END) {
            warnOfLate(late);
        }
    }

    private void emitLeft(Side side) {
        for (List<Row> rows : with(side.byKey, side.loose)) {
            for (Row row : rows) {
                if (kind == Kind.SEMI ? row.paired : kind == Kind.ANTI && !row.paired) {
                    emit(row.values);
                } else if (!row.paired && (kind == Kind.LEFT || kind == Kind.FULL)) {
                    emit(pair(row.values, new Object[right.width()]));
                }
            }
        }
    }

    private void emitUnpairedRight(Side side) {
        if (kind != Kind.RIGHT && kind != Kind.FULL) {
            return;
        }
        for (List<Row> rows : with(side.byKey, side.loose)) {
            for (Row row : rows) {
                if (!row.paired) {
                    emit(pair(new Object[left.width()], row.values));
                }
            }
        }
    }

    private static List<List<Row>> with(Map<List<Object>, List<Row>> byKey, List<Row> loose) {
        List<List<Row>> all = new ArrayList<>(byKey.values());
        all.add(loose);
        return all;
    }

    private boolean meets(Object[] first, Object[] second) {
        return compiled == null || compiled.apply(pair(first, second)) != null;
    }

    private static Object[] pair(Object[] first, Object[] second) {
        Object[] pair = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, pair, first.length, second.length);
        return pair;
    }
}
