package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Computes the aggregates of the rows of a group by generated code. */
public final class GroupFold implements Fold<Object[], GroupFold.Group, Object[]> {
    private static final long serialVersionUID = 1L;

    private final int[] keys;
    private final int windowEnd;
    private final List<Aggregate> aggregates;
    private final Code code;
    private final String query;
    private transient @Nullable Accumulator emptyAccumulator;

    /** The first row of a group, which has the values of its key, and its aggregates. */
    public static final class Group {
        private final @Nullable Object[] first;
        private final Accumulator accumulator;

        private Group(@Nullable Object[] first, Accumulator accumulator) {
            this.first = first;
            this.accumulator = accumulator;
        }
    }

    /**
     * Creates the fold.
     *
     * @param keys columns of the key; without any, all rows form one group, which has a result even
     *     if there are no rows
     * @param windowEnd the key column that holds the end of the window; -1 if groups are complete
     *     at the end of the input
     * @param aggregates the aggregates, which follow the keys in each emitted row
     * @param query location of the query, for error messages
     */
    public GroupFold(List<Integer> keys, int windowEnd, List<Aggregate> aggregates, String query) {
        this.query = query;
        this.keys = keys.stream().mapToInt(Integer::intValue).toArray();
        this.windowEnd = windowEnd;
        this.aggregates = List.copyOf(aggregates);
        this.code = AggregateCode.generate(aggregates);
    }

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

    private Accumulator emptyAccumulator() {
        Accumulator accumulator = emptyAccumulator;
        if (accumulator == null) {
            accumulator = code.compileTo(Accumulator.class);
            emptyAccumulator = accumulator;
        }
        return accumulator;
    }

    @Override
    public Group start(Object[] first) {
        return new Group(first, emptyAccumulator().fresh());
    }

    /** Returns a group with the same key, without rows. */
    public Group withoutRows(Group group) {
        return new Group(group.first, emptyAccumulator().fresh());
    }

    /** Returns whether {@link #remove} is supported. */
    public boolean canRemove() {
        return emptyAccumulator().canRemove();
    }

    /** Takes back that a row was added. */
    public void remove(Group group, Object[] row) {
        group.accumulator.remove(row);
    }

    @Override
    public Object saved(Group group) {
        return new Object[] {group.first, group.accumulator.saved()};
    }

    @Override
    public Group restored(Object saved) {
        @Nullable Object[] both = (Object[]) saved;
        Group group = start((Object[]) Objects.requireNonNull(both[0]));
        group.accumulator.restore((Object[]) Objects.requireNonNull(both[1]));
        return group;
    }

    @Override
    public @Nullable Group nothing() {
        return keys.length == 0 ? start(new Object[0]) : null;
    }

    @Override
    public void add(Group group, Object[] row) {
        try {
            group.accumulator.add(row);
        } catch (RuntimeException e) {
            throw RowException.forGroup(query, keyValues(group), row, e);
        }
    }

    private @Nullable Object[] keyValues(Group group) {
        @Nullable Object[] values = new @Nullable Object[keys.length];
        for (int i = 0; i < keys.length; i++) {
            values[i] = group.first[keys[i]];
        }
        return values;
    }

    @Override
    public void result(Group group, EachBolt.Out<Object[]> out) {
        @Nullable Object[] row = new @Nullable Object[keys.length + aggregates.size()];
        for (int i = 0; i < keys.length; i++) {
            row[i] = group.first[keys[i]];
        }
        group.accumulator.result(row, keys.length);
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i).kind() == Aggregate.Kind.LITERAL) {
                row[keys.length + i] = aggregates.get(i).literal();
            }
        }
        out.accept(row);
    }
}
