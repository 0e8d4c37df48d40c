package io.eyewall.sql.change;

import io.eyewall.sql.function.JoinRule;
import io.eyewall.sql.function.Key;
import io.eyewall.sql.function.Rows;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Either;
import io.eyewall.toolkit.operator.KeyedStep;
import io.eyewall.toolkit.state.KeyedStates;
import io.eyewall.toolkit.state.MapState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Joins two inputs, of which each keeps all of its rows for those of the other that come later. */
public final class JoinChanges implements KeyedStep<Key, Either<Object[], Object[]>, Object[]> {
    private static final long serialVersionUID = 1L;

    private final JoinRule rule;
    private final int[] strictKeys;
    private final boolean leftChanges;
    private final boolean rightChanges;
    private transient JoinRule.@Nullable Condition condition;
    private transient @Nullable MapState<StoredRow, Stored> left;
    private transient @Nullable MapState<StoredRow, Stored> right;

    /**
     * How often a row is there, and how many partners it has.
     *
     * @param count number of such rows
     * @param partners number of their partners; 0 if the join does not ask
     */
    private record Stored(long count, long partners) implements Serializable {
        private static final Stored NONE = new Stored(0, 0);
    }

    /**
     * @param strictKeys the values of the key that are compared by {@code =}: a null equals nothing
     * @param leftChanges whether the left input is changes; otherwise it is rows that are only
     *     added
     * @param rightChanges the same of the right input
     */
    public JoinChanges(
            JoinRule rule, List<Integer> strictKeys, boolean leftChanges, boolean rightChanges) {
        this.rule = rule;
        this.strictKeys = strictKeys.stream().mapToInt(Integer::intValue).toArray();
        this.leftChanges = leftChanges;
        this.rightChanges = rightChanges;
    }

    /** Returns whether the result is changes; otherwise it is rows that are only added. */
    public boolean emitsChanges() {
        boolean isMonotone =
                rule.kind() == JoinRule.Kind.INNER || rule.kind() == JoinRule.Kind.SEMI;
        return leftChanges || rightChanges || !isMonotone;
    }

    @Override
    public void prepare(KeyedStates states) {
        condition = rule.compile();
        left = states.map("left");
        right = states.map("right");
    }

    @Override
    public void apply(Key key, Either<Object[], Object[]> value, EachBolt.Out<Object[]> out) {
        boolean isLeft = value.first() != null;
        Object[] change = Objects.requireNonNull(isLeft ? value.first() : value.second());
        boolean hasCount = isLeft ? leftChanges : rightChanges;
        long count = hasCount ? RowChanges.count(change) : 1;
        Object[] row = hasCount ? RowChanges.row(change) : change;
        new Change(isLeft, row, count, out).apply(key.hasNullAt(strictKeys));
    }

    private static MapState<StoredRow, Stored> side(@Nullable MapState<StoredRow, Stored> side) {
        return Objects.requireNonNull(side);
    }

    /** One change of one side, in the order in which its results are emitted. */
    private final class Change {
        private final boolean isLeft;
        private final Object[] row;
        private final long count;
        private final EachBolt.Out<Object[]> out;
        private final MapState<StoredRow, Stored> own;
        private final MapState<StoredRow, Stored> other;

        /** The rows of the other side that the row is paired with. */
        private final List<StoredRow> partners = new ArrayList<>();

        private final List<Stored> partnerCounts = new ArrayList<>();

        Change(boolean isLeft, Object[] row, long count, EachBolt.Out<Object[]> out) {
            this.isLeft = isLeft;
            this.row = row;
            this.count = count;
            this.out = out;
            this.own = side(isLeft ? left : right);
            this.other = side(isLeft ? right : left);
        }

        void apply(boolean hasNullKey) {
            if (!hasNullKey) {
                findPartners();
            }
            long found = 0;
            for (Stored each : partnerCounts) {
                found += each.count;
            }
            StoredRow stored = new StoredRow(row);
            Stored before = Objects.requireNonNullElse(own.get(stored), Stored.NONE);
            if (count > 0) {
                emitPairs();
                updatePartners();
            } else {
                updatePartners();
                emitPairs();
            }
            emit(alone(isLeft, row, found > 0), count);
            long after = before.count + count;
            if (after == 0) {
                own.remove(stored);
            } else {
                own.put(stored, new Stored(after, counts(isLeft) ? found : 0));
            }
        }

        private void findPartners() {
            if (other.size() == 0) {
                return;
            }
            JoinRule.Condition holds = Objects.requireNonNull(condition);
            other.forEach(
                    (each, stored) -> {
                        if (holds.holdsFor(pair(each.values()))) {
                            partners.add(each);
                            partnerCounts.add(stored);
                        }
                    });
        }

        private Object[] pair(Object[] partner) {
            return isLeft ? Rows.pair(row, partner) : Rows.pair(partner, row);
        }

        private void emitPairs() {
            for (int i = 0; rule.emitsPairs() && i < partners.size(); i++) {
                emit(pair(partners.get(i).values()), count * partnerCounts.get(i).count);
            }
        }

        /** Tells the partners that they have one more or less, and emits what that changes. */
        private void updatePartners() {
            if (!counts(!isLeft)) {
                return;
            }
            for (int i = 0; i < partners.size(); i++) {
                StoredRow partner = partners.get(i);
                Stored before = partnerCounts.get(i);
                long after = before.partners + count;
                other.put(partner, new Stored(before.count, after));
                if (before.partners > 0 != after > 0) {
                    emit(alone(!isLeft, partner.values(), after > 0), before.count);
                    emit(alone(!isLeft, partner.values(), before.partners > 0), -before.count);
                }
            }
        }

        private void emit(Object @Nullable [] result, long times) {
            if (result == null) {
                return;
            }
            if (emitsChanges()) {
                out.accept(RowChanges.of(result, times));
                return;
            }
            for (long i = 0; i < times; i++) {
                out.accept(result);
            }
        }
    }

    /** Returns whether the result depends on the number of partners of a side's rows. */
    private boolean counts(boolean ofLeft) {
        return switch (rule.kind()) {
            case INNER -> false;
            case LEFT, SEMI, ANTI -> ofLeft;
            case RIGHT -> !ofLeft;
            case FULL -> true;
        };
    }

    /** Returns the row that a row adds to the result besides its pairs; null if it adds none. */
    private Object @Nullable [] alone(boolean ofLeft, Object[] row, boolean hasPartner) {
        if (ofLeft) {
            return rule.leftResult(row, hasPartner);
        }
        return hasPartner ? null : rule.rightResult(row);
    }
}
