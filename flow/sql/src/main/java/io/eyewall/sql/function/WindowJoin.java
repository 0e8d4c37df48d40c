package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Either;
import io.eyewall.toolkit.operator.Fold;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins the rows of two streams that have the same key and window as soon as the window is
 * complete.
 */
public final class WindowJoin
        implements Fold<Either<Object[], Object[]>, WindowJoin.Sides, Object[]> {
    private static final long serialVersionUID = 1L;

    private final JoinRule rule;
    private final int[] leftKeys;
    private final int leftEnd;
    private final int rightEnd;
    private transient JoinRule.@Nullable Condition condition;

    /** The left and right rows of one key. */
    public static final class Sides {
        private final List<Object[]> left = new ArrayList<>();
        private final List<Object[]> right = new ArrayList<>();

        private Sides() {}
    }

    /**
     * Creates the join.
     *
     * @param leftKeys columns of the left input; a row with a null in one of them has no partner
     * @param leftEnd column of the left input that holds the end of the window
     * @param rightEnd column of the right input that holds the end of the window
     */
    public WindowJoin(JoinRule rule, List<Integer> leftKeys, int leftEnd, int rightEnd) {
        this.rule = rule;
        this.leftKeys = leftKeys.stream().mapToInt(Integer::intValue).toArray();
        this.leftEnd = leftEnd;
        this.rightEnd = rightEnd;
    }

    /**
     * Returns null: no result is computed again, because the sinks of queries wait for their
     * servers instead of failing tuples.
     */
    @Override
    public @Nullable Object identity(Either<Object[], Object[]> row) {
        return null;
    }

    @Override
    public long until(Either<Object[], Object[]> row) {
        Object[] left = row.first();
        return left != null
                ? Rows.time(left, leftEnd)
                : Rows.time(Objects.requireNonNull(row.second()), rightEnd);
    }

    @Override
    public Sides start(Either<Object[], Object[]> first) {
        return new Sides();
    }

    @Override
    public void add(Sides sides, Either<Object[], Object[]> row) {
        Object[] left = row.first();
        if (left != null) {
            sides.left.add(left);
        } else {
            sides.right.add(Objects.requireNonNull(row.second()));
        }
    }

    @Override
    public Object saved(Sides sides) {
        return new Object[] {sides.left.toArray(), sides.right.toArray()};
    }

    @Override
    public Sides restored(Object saved) {
        Object[] both = (Object[]) saved;
        Sides sides = new Sides();
        for (Object left : (Object[]) both[0]) {
            sides.left.add((Object[]) left);
        }
        for (Object right : (Object[]) both[1]) {
            sides.right.add((Object[]) right);
        }
        return sides;
    }

    @Override
    public void result(Sides sides, EachBolt.Out<Object[]> out) {
        JoinRule.Condition compiled = condition;
        if (compiled == null) {
            compiled = rule.compile();
            condition = compiled;
        }
        boolean[] rightPaired = new boolean[sides.right.size()];
        for (Object[] left : sides.left) {
            boolean equals = !Key.of(left, leftKeys).hasNull();
            boolean isPaired = false;
            for (int i = 0; equals && i < rightPaired.length; i++) {
                Object[] pair = Rows.pair(left, sides.right.get(i));
                if (compiled.holdsFor(pair)) {
                    isPaired = true;
                    rightPaired[i] = true;
                    if (rule.emitsPairs()) {
                        out.accept(pair);
                    }
                }
            }
            emitIfPresent(rule.leftResult(left, isPaired), out);
        }
        for (int i = 0; i < rightPaired.length; i++) {
            if (!rightPaired[i]) {
                emitIfPresent(rule.rightResult(sides.right.get(i)), out);
            }
        }
    }

    private static void emitIfPresent(Object @Nullable [] row, EachBolt.Out<Object[]> out) {
        if (row != null) {
            out.accept(row);
        }
    }
}
