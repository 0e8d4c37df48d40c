package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of the rows of a group.
 *
 * @param keys columns of the key; none for one group of all rows, which is there at the end even
 *     without rows
 * @param windowEnd the column, of the keys, that has the end of the window; -1: a group is complete
 *     at the end
 * @param aggregates after the keys in each row that is emitted
 */
public record GroupFold(List<Integer> keys, int windowEnd, List<Aggregate> aggregates)
        implements Fold<Object[], GroupFold.Group, Object[]> {
    /** One group. */
    public static final class Group {
        private final Object[] first;
        private final List<Aggregate.State> states = new ArrayList<>();

        private Group(Object[] first) {
            this.first = first;
        }
    }

    @Override
    public long until(Object[] row) {
        return windowEnd < 0 ? END : Rows.time(row, windowEnd);
    }

    @Override
    public Group start(Object[] first) {
        Group group = new Group(first);
        aggregates.forEach(aggregate -> group.states.add(aggregate.start()));
        return group;
    }

    @Override
    public @Nullable Group nothing() {
        return keys.isEmpty() ? start(new Object[0]) : null;
    }

    @Override
    public void add(Group group, Object[] row) {
        group.states.forEach(state -> state.add(row));
    }

    @Override
    public void result(Group group, EachBolt.Out<Object[]> out) {
        @Nullable Object[] row = new @Nullable Object[keys.size() + aggregates.size()];
        for (int i = 0; i < keys.size(); i++) {
            row[i] = group.first[keys.get(i)];
        }
        for (int i = 0; i < aggregates.size(); i++) {
            row[keys.size() + i] = group.states.get(i).result();
        }
        out.accept(row);
    }
}
