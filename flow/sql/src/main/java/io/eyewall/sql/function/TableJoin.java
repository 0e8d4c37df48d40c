package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.TableJoinBolt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins each row of the left input with the rows of a table, which is the right input, that have
 * the same key.
 */
public final class TableJoin implements TableJoinBolt.Meeting<Object[], Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final JoinRule rule;
    private final int[] leftKeys;
    private transient JoinRule.@Nullable Condition condition;

    /**
     * Creates the join.
     *
     * @param leftKeys columns of the left input; a row with a null in one of them has no partner
     */
    public TableJoin(JoinRule rule, List<Integer> leftKeys) {
        this.rule = rule;
        this.leftKeys = leftKeys.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public void meet(
            Object[] row, List<TableJoinBolt.Entry<Object[]>> others, EachBolt.Out<Object[]> out) {
        JoinRule.Condition compiled = condition;
        if (compiled == null) {
            compiled = rule.compile();
            condition = compiled;
        }
        boolean isPaired = false;
        if (!Key.of(row, leftKeys).hasNull()) {
            for (TableJoinBolt.Entry<Object[]> other : others) {
                Object[] pair = Rows.pair(row, other.value());
                if (compiled.holdsFor(pair)) {
                    isPaired = true;
                    other.meet();
                    if (!rule.emitsPairs()) {
                        break;
                    }
                    out.accept(pair);
                }
            }
        }
        Object[] leftRow = rule.leftResult(row, isPaired);
        if (leftRow != null) {
            out.accept(leftRow);
        }
    }

    @Override
    public void alone(Object[] row, EachBolt.Out<Object[]> out) {
        Object[] rightRow = rule.rightResult(row);
        if (rightRow != null) {
            out.accept(rightRow);
        }
    }
}
