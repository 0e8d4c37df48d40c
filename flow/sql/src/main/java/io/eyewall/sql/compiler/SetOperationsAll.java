package io.eyewall.sql.compiler;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;

/**
 * Replaces {@code EXCEPT ALL} and {@code INTERSECT ALL} by the operations without ALL: equal rows
 * are numbered before, so that the third row of a kind on one side matches only a third row on the
 * other.
 */
final class SetOperationsAll extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        boolean isReplaced =
                (visited instanceof LogicalIntersect || visited instanceof LogicalMinus)
                        && ((SetOp) visited).all;
        return isReplaced ? withoutAll((SetOp) visited) : visited;
    }

    private static RelNode withoutAll(SetOp operation) {
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(operation.getCluster(), null);
        builder.push(operation.getInput(0));
        for (RelNode next : operation.getInputs().subList(1, operation.getInputs().size())) {
            number(builder);
            builder.push(next);
            number(builder);
            if (operation instanceof LogicalMinus) {
                builder.minus(false);
            } else {
                builder.intersect(false);
            }
            List<RexNode> columns = builder.fields();
            builder.project(columns.subList(0, columns.size() - 1));
        }
        return builder.convert(operation.getRowType(), true).build();
    }

    /**
     * Adds a column to the relation on the stack: the number of the row among those equal to it.
     */
    private static void number(RelBuilder builder) {
        List<RexNode> columns = builder.fields();
        builder.projectPlus(
                builder.aggregateCall(SqlStdOperatorTable.ROW_NUMBER)
                        .over()
                        .partitionBy(columns)
                        .rowsBetween(
                                RexWindowBounds.UNBOUNDED_PRECEDING, RexWindowBounds.CURRENT_ROW)
                        .toRex());
    }
}
