package io.eyewall.sql.compiler;

import io.eyewall.sql.function.Aggregate;
import io.eyewall.sql.function.Frame;
import io.eyewall.sql.function.Frame.Unit;
import io.eyewall.sql.function.Order;
import io.eyewall.sql.function.OverCall;
import io.eyewall.sql.function.OverFold;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Translates window functions: calls with {@code OVER}. */
final class OverFunctions {
    private final Translation translation;
    private final AggregateCalls aggregateCalls;

    OverFunctions(Translation translation) {
        this.translation = translation;
        this.aggregateCalls = new AggregateCalls(translation);
    }

    /**
     * Translates the functions of a plan's node, those with the same window to one operator.
     *
     * @param filter what follows the node; null if that is not known
     */
    OperatorRows translate(LogicalWindow node, @Nullable RexProgram filter) {
        OperatorRows rows = translation.translate(node.getInput());
        long needed = filter == null ? -1 : RowNumberLimit.of(node, filter);
        int added = 0;
        for (Window.Group group : node.groups) {
            rows = new GroupTranslation(node, group, added).translate(rows, needed);
            added += group.aggCalls.size();
        }
        return rows;
    }

    /** The functions of one window. */
    private final class GroupTranslation {
        private final Window.Group group;
        private final List<RexLiteral> constants;
        private final RelDataType row;

        /** Number of columns of the node's input. */
        private final int inputWidth;

        /** Number of columns of the operator's input, which other operators may have widened. */
        private final int width;

        GroupTranslation(LogicalWindow node, Window.Group group, int added) {
            this.group = group;
            this.constants = node.getConstants();
            this.row = node.getInput().getRowType();
            this.inputWidth = row.getFieldCount();
            this.width = inputWidth + added;
        }

        OperatorRows translate(OperatorRows input, long needed) {
            List<Integer> keys = group.keys.asList();
            int windowEnd =
                    keys.stream().filter(input.windowEnds()::contains).findFirst().orElse(-1);
            OverFold.Window window = window();
            OverFold fold =
                    new OverFold(window, input.bounded() ? -1 : windowEnd, translation.location());
            if (!input.bounded() && windowEnd < 0) {
                return translation
                        .changing()
                        .over(group.toString(), keys, input, fold, window.order(), needed);
            }
            return translation.fold(
                    "over",
                    group.toString(),
                    keys,
                    input,
                    fold,
                    input.windowStarts(),
                    Set.of(windowEnd));
        }

        private OverFold.Window window() {
            List<OverCall> calls = new ArrayList<>();
            List<Aggregate> aggregates = new ArrayList<>();
            List<Integer> aggregateResults = new ArrayList<>();
            for (int i = 0; i < group.aggCalls.size(); i++) {
                Window.RexWinAggCall call = group.aggCalls.get(i);
                SqlAggFunction function = (SqlAggFunction) call.getOperator();
                List<Integer> arguments = call.getOperands().stream().map(this::column).toList();
                OverCall.Kind kind = kind(function);
                if (kind != null) {
                    calls.add(new OverCall(kind, arguments, call.ignoreNulls, width + i));
                } else {
                    aggregates.add(
                            aggregateCalls.translateOver(
                                    function, arguments, call.distinct, call.getType()));
                    aggregateResults.add(width + i);
                }
            }
            List<@Nullable Serializable> values = new ArrayList<>();
            constants.forEach(each -> values.add((Serializable) Literals.toRowValue(each)));
            return new OverFold.Window(
                    width,
                    group.aggCalls.size(),
                    values,
                    AggregateCalls.order(group.orderKeys),
                    frame(),
                    calls,
                    aggregates,
                    aggregateResults);
        }

        /** Returns the column of an argument in the extended row of {@link OverFold}. */
        private int column(RexNode argument) {
            int index = ((RexInputRef) argument).getIndex();
            return index < inputWidth ? index : index - inputWidth + width + group.aggCalls.size();
        }

        private Frame frame() {
            return new Frame(
                    unit(),
                    bound(group.lowerBound),
                    bound(group.upperBound),
                    switch (group.exclude) {
                        case EXCLUDE_NO_OTHER -> Frame.Exclusion.NO_OTHERS;
                        case EXCLUDE_CURRENT_ROW -> Frame.Exclusion.CURRENT_ROW;
                        case EXCLUDE_GROUP -> Frame.Exclusion.GROUP;
                        case EXCLUDE_TIES -> Frame.Exclusion.TIES;
                    });
        }

        private Frame.Bound bound(RexWindowBound bound) {
            if (bound.isUnboundedPreceding()) {
                return new Frame.Bound(Frame.Place.UNBOUNDED_PRECEDING, null);
            }
            if (bound.isUnboundedFollowing()) {
                return new Frame.Bound(Frame.Place.UNBOUNDED_FOLLOWING, null);
            }
            if (bound.isCurrentRow()) {
                return new Frame.Bound(Frame.Place.CURRENT_ROW, null);
            }
            BigDecimal offset = offset(bound).getValueAs(BigDecimal.class);
            if (offset == null || offset.signum() < 0) {
                throw translation.error(
                        "the offset of a frame must be at least 0, found " + offset(bound));
            }
            return new Frame.Bound(
                    bound.isPreceding() ? Frame.Place.PRECEDING : Frame.Place.FOLLOWING, offset);
        }

        private RexLiteral offset(RexWindowBound bound) {
            if (bound.getOffset() instanceof RexInputRef reference
                    && reference.getIndex() >= inputWidth) {
                return constants.get(reference.getIndex() - inputWidth);
            }
            throw translation.error(
                    "not supported: a frame whose offset is not a constant (" + bound + ")");
        }

        private Unit unit() {
            if (group.isRows) {
                return Unit.ROWS;
            }
            List<RexWindowBound> withOffset = new ArrayList<>();
            for (RexWindowBound bound : List.of(group.lowerBound, group.upperBound)) {
                if (bound.getOffset() != null) {
                    withOffset.add(bound);
                }
            }
            if (withOffset.isEmpty()) {
                return Unit.EXACT_NUMBER; // Without an offset only peers matter.
            }
            Order order = AggregateCalls.order(group.orderKeys);
            if (order.columns().size() != 1) {
                throw translation.error(
                        "RANGE with an offset needs ORDER BY with exactly one column");
            }
            SqlTypeName type =
                    row.getFieldList()
                            .get(order.columns().get(0).column())
                            .getType()
                            .getSqlTypeName();
            Unit unit = unit(type, withOffset.get(0));
            if (unit != unit(type, withOffset.get(withOffset.size() - 1))) {
                throw translation.error(
                        "not supported: a frame with an offset in months and one in days or less");
            }
            return unit;
        }

        private Unit unit(SqlTypeName type, RexWindowBound bound) {
            boolean inMonths =
                    SqlTypeName.YEAR_INTERVAL_TYPES.contains(
                            offset(bound).getType().getSqlTypeName());
            return switch (type) {
                case DATE -> inMonths ? Unit.MONTHS_OF_DATE : Unit.MILLISECONDS_OF_DATE;
                case TIMESTAMP -> inMonths ? Unit.MONTHS : Unit.MILLISECONDS;
                case TIME -> Unit.MILLISECONDS;
                case REAL, FLOAT, DOUBLE -> Unit.DOUBLE;
                case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> Unit.EXACT_NUMBER;
                default ->
                        throw translation.error(
                                "RANGE with an offset needs ORDER BY of a number or a time, not of "
                                        + type);
            };
        }
    }

    /** Returns the kind of a function that is no aggregate; null if it is one. */
    private static OverCall.@Nullable Kind kind(SqlAggFunction function) {
        return switch (function.getKind()) {
            case ROW_NUMBER -> OverCall.Kind.ROW_NUMBER;
            case RANK -> OverCall.Kind.RANK;
            case DENSE_RANK -> OverCall.Kind.DENSE_RANK;
            case PERCENT_RANK -> OverCall.Kind.PERCENT_RANK;
            case CUME_DIST -> OverCall.Kind.CUME_DIST;
            case NTILE -> OverCall.Kind.NTILE;
            case LAG -> OverCall.Kind.LAG;
            case LEAD -> OverCall.Kind.LEAD;
            case FIRST_VALUE -> OverCall.Kind.FIRST_VALUE;
            case LAST_VALUE -> OverCall.Kind.LAST_VALUE;
            case NTH_VALUE -> OverCall.Kind.NTH_VALUE;
            default -> null;
        };
    }
}
