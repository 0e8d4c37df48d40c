package io.eyewall.sql.compiler;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlKind;

/**
 * Finds the limit of {@code WHERE n <= 3} over {@code ROW_NUMBER() OVER (...) AS n}: the first rows
 * of each partition, such as the newest one.
 */
final class RowNumberLimit {
    private RowNumberLimit() {}

    /** Returns the number of rows of each partition that pass the filter; -1 if it has no limit. */
    static long of(LogicalWindow node, RexProgram filter) {
        boolean isRowNumber =
                node.groups.size() == 1
                        && node.groups.get(0).aggCalls.size() == 1
                        && node.groups.get(0).aggCalls.get(0).getKind() == SqlKind.ROW_NUMBER;
        if (!isRowNumber || filter.getCondition() == null) {
            return -1;
        }
        int column = node.getInput().getRowType().getFieldCount();
        RexNode condition = filter.expandLocalRef(filter.getCondition());
        long limit = -1;
        for (RexNode each : RelOptUtil.conjunctions(condition)) {
            long ofEach = limit(each, column);
            if (ofEach >= 0) {
                limit = limit < 0 ? ofEach : Math.min(limit, ofEach);
            }
        }
        return limit;
    }

    private static long limit(RexNode condition, int column) {
        if (!(condition instanceof RexCall call) || call.getOperands().size() != 2) {
            return -1;
        }
        List<RexNode> operands = call.getOperands();
        boolean isColumnFirst = operands.get(0) instanceof RexInputRef;
        RexNode number = operands.get(isColumnFirst ? 0 : 1);
        RexNode bound = operands.get(isColumnFirst ? 1 : 0);
        if (!(number instanceof RexInputRef reference)
                || reference.getIndex() != column
                || !(bound instanceof RexLiteral literal)) {
            return -1;
        }
        Long value = literal.getValueAs(Long.class);
        if (value == null) {
            return -1;
        }
        SqlKind kind = isColumnFirst ? call.getKind() : call.getKind().reverse();
        return switch (kind) {
            case EQUALS, LESS_THAN_OR_EQUAL -> Math.max(0, value);
            case LESS_THAN -> Math.max(0, value - 1);
            default -> -1;
        };
    }
}
