package io.eyewall.sql.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Replaces an aggregate with several grouping sets by the union of an aggregate for each. Calcite's
 * rule for that keeps the types of the aggregate as it was, although a value may be null in one set
 * and never in another, and then contradicts itself.
 */
final class GroupingSets extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        if (!(visited instanceof LogicalAggregate aggregate)
                || aggregate.getGroupSets().size() == 1) {
            return visited;
        }
        List<RelNode> sets = new ArrayList<>();
        for (ImmutableBitSet set : aggregate.getGroupSets()) {
            sets.add(of(aggregate, set));
        }
        return LogicalUnion.create(sets, true);
    }

    /** Returns the rows of one set, in the types of the whole. */
    private static RelNode of(LogicalAggregate aggregate, ImmutableBitSet set) {
        List<AggregateCall> calls = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            if (!isGrouping(call)) {
                calls.add(
                        AggregateCall.create(
                                call.getParserPosition(),
                                call.getAggregation(),
                                call.isDistinct(),
                                call.isApproximate(),
                                call.ignoreNulls(),
                                call.rexList,
                                call.getArgList(),
                                call.filterArg,
                                call.distinctKeys,
                                call.getCollation(),
                                set.isEmpty(),
                                aggregate.getInput(),
                                null,
                                call.name));
            }
        }
        LogicalAggregate one =
                LogicalAggregate.create(
                        aggregate.getInput(), aggregate.getHints(), set, List.of(set), calls);
        RexBuilder rex = aggregate.getCluster().getRexBuilder();
        RelDataType row = aggregate.getRowType();
        List<RexNode> columns = new ArrayList<>();
        for (int key : aggregate.getGroupSet()) {
            RelDataType type = row.getFieldList().get(columns.size()).getType();
            columns.add(
                    set.get(key)
                            ? rex.ensureType(type, rex.makeInputRef(one, set.indexOf(key)), true)
                            : rex.makeNullLiteral(type));
        }
        int next = set.cardinality();
        for (AggregateCall call : aggregate.getAggCallList()) {
            RelDataType type = row.getFieldList().get(columns.size()).getType();
            columns.add(
                    isGrouping(call)
                            ? rex.makeLiteral(grouping(call, set), type, false)
                            : rex.ensureType(type, rex.makeInputRef(one, next++), true));
        }
        return LogicalProject.create(one, List.of(), columns, row.getFieldNames(), Set.of());
    }

    private static boolean isGrouping(AggregateCall call) {
        return switch (call.getAggregation().getKind()) {
            case GROUPING, GROUPING_ID, GROUP_ID -> true;
            default -> false;
        };
    }

    /** Returns a bit for each argument: 1 if the set does not contain it. */
    private static long grouping(AggregateCall call, ImmutableBitSet set) {
        long bits = 0;
        for (int key : call.getArgList()) {
            bits = bits << 1 | (set.get(key) ? 0 : 1);
        }
        return bits;
    }
}
