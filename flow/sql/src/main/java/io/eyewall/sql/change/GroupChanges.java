package io.eyewall.sql.change;

import io.eyewall.sql.function.GroupFold;
import io.eyewall.sql.function.Key;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.KeyedStep;
import io.eyewall.toolkit.state.KeyedStates;
import io.eyewall.toolkit.state.SavedForm;
import io.eyewall.toolkit.state.ValueState;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code GROUP BY}: each row changes the row of its group. */
public final class GroupChanges implements KeyedStep<Key, Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final GroupFold fold;
    private final boolean hasKeys;
    private final boolean inputChanges;
    private transient @Nullable KeyedStates states;
    private transient @Nullable ValueState<Group> groups;

    /** The rows of groups whose aggregates can't take rows back; null if all can, or none comes. */
    private transient @Nullable StoredRows rows;

    /** A group with at least one row. */
    private static final class Group {
        private GroupFold.Group aggregates;
        private long count;
        private Object @Nullable [] emitted;

        private Group(GroupFold.Group aggregates) {
            this.aggregates = aggregates;
        }
    }

    /**
     * @param fold computes the aggregates
     * @param hasKeys whether there are keys; without any there is one group, which has a row even
     *     if no row comes
     * @param inputChanges whether the input is changes; otherwise it is rows that are only added
     */
    public GroupChanges(GroupFold fold, boolean hasKeys, boolean inputChanges) {
        this.fold = fold;
        this.hasKeys = hasKeys;
        this.inputChanges = inputChanges;
    }

    @Override
    public void prepare(KeyedStates declared) {
        states = declared;
        groups = declared.value("groups", new GroupForm(fold));
        rows = inputChanges && !fold.canRemove() ? new StoredRows(declared, "rows") : null;
    }

    @Override
    public void apply(Key key, Object[] value, EachBolt.Out<Object[]> out) {
        long count = inputChanges ? RowChanges.count(value) : 1;
        Object[] row = inputChanges ? RowChanges.row(value) : value;
        ValueState<Group> state = Objects.requireNonNull(groups);
        Group group = state.get();
        if (group == null) {
            group = new Group(fold.start(row));
        }
        add(group, row, count);
        boolean isPresent = group.count > 0 || !hasKeys;
        emitChange(group, isPresent ? result(group) : null, out);
        if (isPresent) {
            state.set(group);
        } else {
            state.clear();
        }
    }

    private void add(Group group, Object[] row, long count) {
        group.count += count;
        if (rows != null) {
            rows.add(row, count);
        }
        for (long i = 0; i < count; i++) {
            fold.add(group.aggregates, row);
        }
        if (count >= 0) {
            return;
        }
        if (rows == null) {
            for (long i = 0; i < -count; i++) {
                fold.remove(group.aggregates, row);
            }
            return;
        }
        group.aggregates = fold.withoutRows(group.aggregates);
        for (Object[] each : rows.all()) {
            fold.add(group.aggregates, each);
        }
    }

    private Object[] result(Group group) {
        Object[][] result = new Object[1][];
        fold.result(group.aggregates, row -> result[0] = row);
        return result[0];
    }

    /** Emits what the result of a group changes into; null: the group has no row any more. */
    private static void emitChange(
            Group group, Object @Nullable [] result, EachBolt.Out<Object[]> out) {
        Object[] before = group.emitted;
        if (before != null && result != null && Arrays.equals(before, result)) {
            return;
        }
        group.emitted = result;
        if (result != null) {
            out.accept(RowChanges.of(result, 1));
        }
        if (before != null) {
            out.accept(RowChanges.of(before, -1));
        }
    }

    /** Emits the row of the only group if no row has come. */
    @Override
    public void end(EachBolt.Out<Object[]> out) {
        GroupFold.Group nothing = fold.nothing();
        if (nothing == null) {
            return;
        }
        Objects.requireNonNull(states).setKey(Key.NONE);
        ValueState<Group> state = Objects.requireNonNull(groups);
        if (state.get() == null) {
            Group group = new Group(nothing);
            emitChange(group, result(group), out);
            state.set(group);
        }
    }

    /** The form of a group in snapshots. */
    private record GroupForm(GroupFold fold) implements SavedForm<Group> {
        @Override
        public Object saved(Group group) {
            return new Object[] {fold.saved(group.aggregates), group.count, group.emitted};
        }

        @Override
        public Group restored(Object saved) {
            @Nullable Object[] parts = (Object[]) saved;
            Group group = new Group(fold.restored(Objects.requireNonNull(parts[0])));
            group.count = (Long) Objects.requireNonNull(parts[1]);
            group.emitted = (Object[]) parts[2];
            return group;
        }
    }
}
