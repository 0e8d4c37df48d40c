package io.eyewall.sql.compiler;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;

/**
 * Gives the value and the default of {@code LAG} and {@code LEAD} the type of their result, so that
 * the operator needs no conversion: {@code LAG(price, 1, 0)} is a DECIMAL also where it is 0.
 */
final class OverCalls extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        return visited instanceof LogicalProject project && project.containsOver()
                ? project.accept(new Casts(project.getCluster().getRexBuilder()))
                : visited;
    }

    private static final class Casts extends RexShuttle {
        private final RexBuilder rex;

        Casts(RexBuilder rex) {
            this.rex = rex;
        }

        @Override
        public RexNode visitOver(RexOver over) {
            SqlKind kind = over.getAggOperator().getKind();
            boolean hasDefault =
                    (kind == SqlKind.LAG || kind == SqlKind.LEAD) && over.getOperands().size() == 3;
            if (!hasDefault) {
                return super.visitOver(over);
            }
            RelDataType type = over.getType();
            RexWindow window = visitWindow(over.getWindow());
            return rex.makeOver(
                    type,
                    over.getAggOperator(),
                    List.of(
                            rex.ensureType(type, over.getOperands().get(0).accept(this), false),
                            over.getOperands().get(1).accept(this),
                            rex.ensureType(type, over.getOperands().get(2).accept(this), false)),
                    window.partitionKeys,
                    window.orderKeys,
                    window.getLowerBound(),
                    window.getUpperBound(),
                    window.getExclude(),
                    window.isRows(),
                    true,
                    false,
                    over.isDistinct(),
                    over.ignoreNulls());
        }
    }
}
