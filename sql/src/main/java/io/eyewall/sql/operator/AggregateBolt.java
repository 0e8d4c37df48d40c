package io.eyewall.sql.operator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.task.TopologyContext;

/**
 * Groups rows. The groups of a window are emitted when a mark says that it is complete, all others
 * at the end. A row of a window that has been emitted is late: it is counted and left out.
 */
public final class AggregateBolt extends RowBolt {
    private static final long serialVersionUID = 1L;

    /** One group. */
    private static final class Group {
        private final Object[] first;
        private final List<Aggregate.State> states = new ArrayList<>();

        private Group(Object[] first) {
            this.first = first;
        }
    }

    private final int[] keys;
    private final int windowEnd;
    private final List<Aggregate> aggregates;
    private transient TreeMap<Long, Map<List<Object>, Group>> groups;
    private transient long late;

    /**
     * @param keys columns of the key; none for one group of all rows, which is there at the end
     *     even without rows
     * @param windowEnd the column, of the keys, that has the end of the window; -1 for none
     * @param aggregates after the keys in each row that is emitted
     */
    public AggregateBolt(int[] keys, int windowEnd, List<Aggregate> aggregates) {
        this.keys = keys.clone();
        this.windowEnd = windowEnd;
        this.aggregates = List.copyOf(aggregates);
    }

    @Override
    protected void open(Map<String, Object> conf, TopologyContext context) {
        groups = new TreeMap<>();
        if (keys.length == 0) {
            groups.put(Streams.END, new HashMap<>(Map.of(List.of(), group(new Object[0]))));
        }
    }

    private Group group(Object[] first) {
        Group group = new Group(first);
        aggregates.forEach(aggregate -> group.states.add(aggregate.start()));
        return group;
    }

    @Override
    protected void onRow(String component, Object[] row) {
        long end = Streams.END;
        if (windowEnd >= 0) {
            end = (Long) row[windowEnd];
            if (end <= mark()) {
                late++;
                return;
            }
        }
        Group group =
                groups.computeIfAbsent(end, any -> new LinkedHashMap<>())
                        .computeIfAbsent(Key.of(row, keys), any -> group(row));
        for (Aggregate.State state : group.states) {
            state.add(row);
        }
    }

    @Override
    protected void advance(long time) {
        Map<Long, Map<List<Object>, Group>> complete = complete(groups, time);
        complete.values().forEach(one -> one.values().forEach(this::emit));
        complete.clear();
        if (time == Streams.END) {
            warnOfLate(late);
        }
    }

    private void emit(Group group) {
        Object[] row = new Object[keys.length + aggregates.size()];
        for (int i = 0; i < keys.length; i++) {
            row[i] = group.first[keys[i]];
        }
        for (int i = 0; i < aggregates.size(); i++) {
            row[keys.length + i] = group.states.get(i).result();
        }
        emit(row);
    }
}
