package io.eyewall.sql.compiler;

import io.eyewall.sql.operator.Code;
import io.eyewall.sql.operator.JoinBolt;
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
import org.apache.storm.topology.BoltDeclarer;

/** Joins: of what ends, of a stream with a table, of two streams within windows. */
final class Joins {
    private final Translation translation;

    Joins(Translation translation) {
        this.translation = translation;
    }

    Flow translate(LogicalJoin join) {
        Flow left = translation.translate(join.getLeft());
        Flow right = translation.translate(join.getRight());
        List<Integer> leftKeys = new ArrayList<>();
        List<Integer> rightKeys = new ArrayList<>();
        List<Boolean> filterNulls = new ArrayList<>();
        List<RexNode> others = new ArrayList<>();
        RelOptUtil.splitJoinCondition(
                join.getLeft(),
                join.getRight(),
                join.getCondition(),
                leftKeys,
                rightKeys,
                filterNulls,
                others);
        RexBuilder rex = join.getCluster().getRexBuilder();
        RexNode rest = org.apache.calcite.rex.RexUtil.composeConjunction(rex, others);
        if (filterNulls.contains(false)) { // IS NOT DISTINCT FROM: nulls are equal there
            leftKeys.clear();
            rightKeys.clear();
            rest = join.getCondition();
        }
        JoinBolt.Kind kind = kind(join);
        int leftEnd = -1;
        int rightEnd = -1;
        for (int i = 0; i < leftKeys.size(); i++) {
            if (left.ends().contains(leftKeys.get(i)) && right.ends().contains(rightKeys.get(i))) {
                leftEnd = leftKeys.get(i);
                rightEnd = rightKeys.get(i);
            }
        }
        boolean windowed = !right.bounded() && leftEnd >= 0;
        boolean needsLeftEnd = kind == JoinBolt.Kind.RIGHT || kind == JoinBolt.Kind.FULL;
        if (!windowed && !right.bounded()) {
            throw translation.refuse(
                    left.bounded()
                            ? "a table is joined to a stream: write FROM stream JOIN table"
                            : "a join of two streams needs window_end (and window_start) of both to"
                                    + " be equal, from the same TUMBLE or HOP");
        }
        if (!windowed && needsLeftEnd && !left.bounded()) {
            throw translation.refuse(
                    kind + " JOIN of a stream with a table is never complete; use LEFT or INNER");
        }
        int[] leftColumns = leftKeys.stream().mapToInt(Integer::intValue).toArray();
        int[] rightColumns = rightKeys.stream().mapToInt(Integer::intValue).toArray();
        int tasks = leftColumns.length == 0 ? 1 : translation.parallelism();
        String name = translation.name("join");
        JoinBolt bolt =
                new JoinBolt(
                        kind,
                        new JoinBolt.Input(
                                left.components(),
                                leftKeys,
                                join.getLeft().getRowType().getFieldCount(),
                                windowed ? leftEnd : -1),
                        new JoinBolt.Input(
                                right.components(),
                                rightKeys,
                                join.getRight().getRowType().getFieldCount(),
                                windowed ? rightEnd : -1),
                        rest.isAlwaysTrue() ? null : condition(join, rest));
        BoltDeclarer declarer = translation.builder().setBolt(name, bolt, tasks);
        Translation.follow(declarer, left, leftColumns, tasks);
        Translation.follow(declarer, right, rightColumns, tasks);
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
        return flow(join, left, right, name, tasks, windowed);
    }

    private JoinBolt.Kind kind(LogicalJoin join) {
        return switch (join.getJoinType()) {
            case INNER -> JoinBolt.Kind.INNER;
            case LEFT -> JoinBolt.Kind.LEFT;
            case RIGHT -> JoinBolt.Kind.RIGHT;
            case FULL -> JoinBolt.Kind.FULL;
            case SEMI -> JoinBolt.Kind.SEMI;
            case ANTI -> JoinBolt.Kind.ANTI;
            default -> throw translation.refuse("not supported: " + join.getJoinType() + " JOIN");
        };
    }

    private Code condition(LogicalJoin join, RexNode rest) {
        RelDataType both =
                SqlValidatorUtil.createJoinType(
                        translation.types(),
                        join.getLeft().getRowType(),
                        join.getRight().getRowType(),
                        null,
                        List.of());
        RexProgramBuilder program = new RexProgramBuilder(both, join.getCluster().getRexBuilder());
        program.addIdentity();
        program.addCondition(rest);
        return RowCode.of(program.getProgram(), translation.types());
    }

    /** Rows of a window may come when it is complete, so no column of time survives. */
    private static Flow flow(
            LogicalJoin join, Flow left, Flow right, String name, int tasks, boolean windowed) {
        boolean bounded = left.bounded() && right.bounded();
        if (!windowed) {
            return new Flow(
                    List.of(name), bounded, left.times(), left.starts(), left.ends(), tasks);
        }
        boolean padsLeft = join.getJoinType().generatesNullsOnLeft();
        boolean padsRight = join.getJoinType().generatesNullsOnRight();
        Set<Integer> starts = new HashSet<>(padsLeft ? Set.of() : left.starts());
        Set<Integer> ends = new HashSet<>(padsLeft ? Set.of() : left.ends());
        int width = join.getLeft().getRowType().getFieldCount();
        if (join.getJoinType().projectsRight() && !padsRight) {
            right.starts().forEach(column -> starts.add(column + width));
            right.ends().forEach(column -> ends.add(column + width));
        }
        return new Flow(List.of(name), bounded, Set.of(), starts, ends, tasks);
    }
}
