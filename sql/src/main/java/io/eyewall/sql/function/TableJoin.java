package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.TableJoinBolt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of the left meet those of a table, the right. */
public final class TableJoin implements TableJoinBolt.Meeting<Object[], Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    private final JoinRule rule;
    private final int[] leftKeys;
    private transient JoinRule.@Nullable Condition condition;

    /**
     * @param leftKeys columns; a null in one of them equals nothing
     */
    public TableJoin(JoinRule rule, List<Integer> leftKeys) {
        this.rule = rule;
        this.leftKeys = leftKeys.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public void meet(
            Object[] row, List<TableJoinBolt.Entry<Object[]>> others, EachBolt.Out<Object[]> out) {
        JoinRule.Condition known = condition;
        if (known == null) {
            known = rule.compile();
            condition = known;
        }
        boolean hasMet = false;
        if (!Key.of(row, leftKeys).hasNull()) {
            for (TableJoinBolt.Entry<Object[]> other : others) {
                Object[] pair = Rows.pair(row, other.value());
                if (known.isMet(pair)) {
                    hasMet = true;
                    other.meet();
                    if (!rule.emitsPairs()) {
                        break;
                    }
                    out.accept(pair);
                }
            }
        }
        Object[] left = rule.ofLeft(row, hasMet);
        if (left != null) {
            out.accept(left);
        }
    }

    @Override
    public void alone(Object[] row, EachBolt.Out<Object[]> out) {
        Object[] right = rule.ofRight(row);
        if (right != null) {
            out.accept(right);
        }
    }
}
