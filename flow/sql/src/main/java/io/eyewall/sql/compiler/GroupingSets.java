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
 * Replaces an aggregate with several grouping sets by the union of one aggregate for each set.
 * Calcite has a rule for that, but it fails: the rule keeps the column types of the whole
 * aggregate, although a value that may be null in one set cannot be null in another.
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
            sets.add(aggregateOf(aggregate, set));
        }
        return LogicalUnion.create(sets, true);
    }

    /** Returns the aggregate of one grouping set, with the column types of the whole aggregate. */
    private static RelNode aggregateOf(LogicalAggregate aggregate, ImmutableBitSet set) {
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
        LogicalAggregate single =
                LogicalAggregate.create(
                        aggregate.getInput(), aggregate.getHints(), set, List.of(set), calls);
        RexBuilder rex = aggregate.getCluster().getRexBuilder();
        RelDataType row = aggregate.getRowType();
        List<RexNode> columns = new ArrayList<>();
        for (int key : aggregate.getGroupSet()) {
            RelDataType type = row.getFieldList().get(columns.size()).getType();
            columns.add(
                    set.get(key)
                            ? rex.ensureType(type, rex.makeInputRef(single, set.indexOf(key)), true)
                            : rex.makeNullLiteral(type));
        }
        int next = set.cardinality();
        for (AggregateCall call : aggregate.getAggCallList()) {
            RelDataType type = row.getFieldList().get(columns.size()).getType();
            columns.add(
                    isGrouping(call)
                            ? rex.makeLiteral(groupingBits(call, set), type, false)
                            : rex.ensureType(type, rex.makeInputRef(single, next++), true));
        }
        return LogicalProject.create(single, List.of(), columns, row.getFieldNames(), Set.of());
    }

    private static boolean isGrouping(AggregateCall call) {
        return switch (call.getAggregation().getKind()) {
            case GROUPING, GROUPING_ID, GROUP_ID -> true;
            default -> false;
        };
    }

    /** Returns a bit for each argument: 1 if the set does not contain it. */
    private static long groupingBits(AggregateCall call, ImmutableBitSet set) {
        long bits = 0;
        for (int key : call.getArgList()) {
            bits = bits << 1 | (set.get(key) ? 0 : 1);
        }
        return bits;
    }
}
