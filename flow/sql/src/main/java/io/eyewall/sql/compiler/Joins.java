package io.eyewall.sql.compiler;

import io.eyewall.sql.function.Code;
import io.eyewall.sql.function.JoinRule;
import io.eyewall.sql.function.Key;
import io.eyewall.sql.function.TableJoin;
import io.eyewall.sql.function.WindowJoin;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.KeyedFlow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/**
 * Translates joins: of two bounded inputs, of a stream with a table, of two streams within windows,
 * and all others by {@link ChangingOperators}.
 */
final class Joins {
    private final Translation translation;

    Joins(Translation translation) {
        this.translation = translation;
    }

    OperatorRows translate(LogicalJoin join) {
        translation.refuseSubquery(join.getCondition());
        OperatorRows left = translation.translate(join.getLeft());
        OperatorRows right = translation.translate(join.getRight());
        List<Integer> leftKeys = new ArrayList<>();
        List<Integer> rightKeys = new ArrayList<>();
        List<Boolean> filterNulls = new ArrayList<>();
        List<RexNode> otherConditions = new ArrayList<>();
        RelOptUtil.splitJoinCondition(
                join.getLeft(),
                join.getRight(),
                join.getCondition(),
                leftKeys,
                rightKeys,
                filterNulls,
                otherConditions);
        RexBuilder rex = join.getCluster().getRexBuilder();
        RexNode otherCondition =
                org.apache.calcite.rex.RexUtil.composeConjunction(rex, otherConditions);
        // The keys compared by =; for keys compared by IS NOT DISTINCT FROM, nulls are equal.
        List<Integer> strictKeys = new ArrayList<>();
        for (int i = 0; i < leftKeys.size(); i++) {
            if (filterNulls.get(i)) {
                strictKeys.add(leftKeys.get(i));
            }
        }
        JoinRule.Kind kind = kindOf(join);
        int leftEnd = -1;
        int rightEnd = -1;
        for (int i = 0; i < leftKeys.size(); i++) {
            if (left.windowEnds().contains(leftKeys.get(i))
                    && right.windowEnds().contains(rightKeys.get(i))) {
                leftEnd = leftKeys.get(i);
                rightEnd = rightKeys.get(i);
            }
        }
        boolean windowed = !right.bounded() && leftEnd >= 0;
        boolean needsLeftEnd = kind == JoinRule.Kind.RIGHT || kind == JoinRule.Kind.FULL;
        int tasks = translation.tasks(leftKeys);
        JoinRule rule =
                new JoinRule(
                        kind,
                        join.getLeft().getRowType().getFieldCount(),
                        join.getRight().getRowType().getFieldCount(),
                        otherCondition.isAlwaysTrue() ? null : conditionCode(join, otherCondition),
                        translation.location(),
                        pairColumns(join));
        boolean waitsForTable =
                right.bounded() && !left.changing() && (left.bounded() || !needsLeftEnd);
        if (!windowed && !waitsForTable) {
            return translation
                    .changing()
                    .join(join, rule, left, leftKeys, right, rightKeys, filterNulls);
        }
        String name = translation.newName("join");
        KeyedFlow<Key, Object[]> leftFlow = left.flow().keyBy(Key.by(leftKeys)).tasks(tasks);
        KeyedFlow<Key, Object[]> rightFlow = right.flow().keyBy(Key.by(rightKeys));
        Flow<Object[]> joined =
                windowed
                        ? leftFlow.foldWith(
                                name,
                                rightFlow,
                                new WindowJoin(rule, strictKeys, leftEnd, rightEnd),
                                translation.acksOnArrival(left) && translation.acksOnArrival(right))
                        : leftFlow.joinTable(name, rightFlow, new TableJoin(rule, strictKeys));
        translation.explain(
                name
                        + " <- "
                        + left.components()
                        + ", "
                        + right.components()
                        + ": "
                        + kind
                        + " on "
                        + join.getCondition()
                        + (windowed ? ", within windows" : ", when the right has been read"));
        return describeRows(join, left, right, joined, name, tasks, windowed);
    }

    private JoinRule.Kind kindOf(LogicalJoin join) {
        return switch (join.getJoinType()) {
            case INNER -> JoinRule.Kind.INNER;
            case LEFT -> JoinRule.Kind.LEFT;
            case RIGHT -> JoinRule.Kind.RIGHT;
            case FULL -> JoinRule.Kind.FULL;
            case SEMI -> JoinRule.Kind.SEMI;
            case ANTI -> JoinRule.Kind.ANTI;
            default -> throw translation.error("not supported: " + join.getJoinType() + " JOIN");
        };
    }

    /** Returns the names of the columns of a pair. */
    private static List<String> pairColumns(LogicalJoin join) {
        List<String> columns = new ArrayList<>(join.getLeft().getRowType().getFieldNames());
        columns.addAll(join.getRight().getRowType().getFieldNames());
        return List.copyOf(columns);
    }

    private Code conditionCode(LogicalJoin join, RexNode otherCondition) {
        RelDataType both =
                SqlValidatorUtil.createJoinType(
                        translation.types(),
                        join.getLeft().getRowType(),
                        join.getRight().getRowType(),
                        null,
                        List.of());
        RexProgramBuilder program = new RexProgramBuilder(both, join.getCluster().getRexBuilder());
        program.addIdentity();
        program.addCondition(otherCondition);
        return RowCode.generate(program.getProgram(), translation.types());
    }

    /**
     * Describes the rows of a join. In a join within windows a row may be emitted as late as the
     * window's completion, so no column remains a time column.
     */
    private static OperatorRows describeRows(
            LogicalJoin join,
            OperatorRows left,
            OperatorRows right,
            Flow<Object[]> joined,
            String name,
            int tasks,
            boolean windowed) {
        boolean bounded = left.bounded() && right.bounded();
        boolean padsLeft = join.getJoinType().generatesNullsOnLeft();
        boolean atEnd = bounded && (padsLeft || left.emittedAtEnd() || right.emittedAtEnd());
        if (!windowed) {
            return new OperatorRows(
                    Output.of(joined, List.of(name), tasks),
                    bounded,
                    atEnd,
                    false,
                    left.timeColumns(),
                    left.windowStarts(),
                    left.windowEnds(),
                    tasks);
        }
        boolean padsRight = join.getJoinType().generatesNullsOnRight();
        Set<Integer> starts = new HashSet<>(padsLeft ? Set.of() : left.windowStarts());
        Set<Integer> ends = new HashSet<>(padsLeft ? Set.of() : left.windowEnds());
        int width = join.getLeft().getRowType().getFieldCount();
        if (join.getJoinType().projectsRight() && !padsRight) {
            right.windowStarts().forEach(column -> starts.add(column + width));
            right.windowEnds().forEach(column -> ends.add(column + width));
        }
        return new OperatorRows(
                Output.of(joined, List.of(name), tasks),
                bounded,
                atEnd,
                false,
                Set.of(),
                starts,
                ends,
                tasks);
    }
}
