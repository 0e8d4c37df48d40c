package io.eyewall.sql.compiler;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.logical.LogicalCalc;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlExplainLevel;

/**
 * The parts of a query's plan that occur more than once, such as a table that is joined to itself:
 * each is translated once, and all that read it receive its rows.
 */
final class SharedPlans {
    /** How often each plan occurs, by its text. */
    private final Map<String, Integer> counts = new HashMap<>();

    /** The rows of the plans that occur more than once, by their text. */
    private final Map<String, OperatorRows> translated = new HashMap<>();

    SharedPlans(RelNode plan) {
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, RelNode parent) {
                // A plan that was counted before is translated once, and so is what is in it.
                if (counts.merge(text(node), 1, Integer::sum) == 1) {
                    super.visit(node, ordinal, parent);
                }
            }
        }.go(plan);
    }

    private static String text(RelNode node) {
        return RelOptUtil.toString(node, SqlExplainLevel.DIGEST_ATTRIBUTES);
    }

    /**
     * Returns the rows of a plan, which are those of an equal plan that was translated before, if
     * there is one. Changes are not shared: each reader's steps must run where they are computed.
     */
    OperatorRows rows(RelNode node, Translation translation, Supplier<OperatorRows> translate) {
        String text = text(node);
        if (counts.getOrDefault(text, 1) == 1 || !isDeterministic(node)) {
            return translate.get();
        }
        OperatorRows rows = translated.get(text);
        if (rows == null) {
            rows = translate.get();
            if (rows.changing()) {
                return rows;
            }
            translated.put(text, rows);
        }
        // A component of its own for each reader, as a join can't tell its sides apart otherwise.
        OperatorRows copy =
                rows.emittedBy(rows.flow(), rows.components(), rows.tasks(), rows.emittedAtEnd());
        String description =
                copy.output().addStep(translation.newName("shared"), EachBolt.filter(row -> true));
        translation.explain(description + ": rows that are read more than once");
        return copy;
    }

    private static boolean isDeterministic(RelNode node) {
        boolean[] isDeterministic = {true};
        new RelVisitor() {
            @Override
            public void visit(RelNode each, int ordinal, RelNode parent) {
                if (each instanceof LogicalCalc calc) {
                    isDeterministic[0] &=
                            calc.getProgram().getExprList().stream()
                                    .allMatch(RexUtil::isDeterministic);
                }
                super.visit(each, ordinal, parent);
            }
        }.go(node);
        return isDeterministic[0];
    }
}
