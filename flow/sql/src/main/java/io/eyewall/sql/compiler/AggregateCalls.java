package io.eyewall.sql.compiler;

import io.eyewall.sql.function.Aggregate;
import io.eyewall.sql.function.Order;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlAggFunction;
import org.jspecify.annotations.Nullable;

/** Translates calls of aggregate functions, and orders of rows. */
final class AggregateCalls {
    /** The functions to which {@code WITHIN GROUP}, or an ORDER BY among the arguments, belongs. */
    private static final Set<Aggregate.Kind> ORDERED =
            Set.of(
                    Aggregate.Kind.STRING_AGG,
                    Aggregate.Kind.PERCENTILE_CONT,
                    Aggregate.Kind.PERCENTILE_DISC);

    private final Translation translation;

    AggregateCalls(Translation translation) {
        this.translation = translation;
    }

    /** Translates a call in a query with groups. */
    Aggregate translate(AggregateCall call) {
        Aggregate.Kind kind = kind(call.getAggregation());
        boolean hasOrder = !call.getCollation().getFieldCollations().isEmpty();
        if ((hasOrder && !ORDERED.contains(kind)) || call.distinctKeys != null) {
            throw translation.error("not supported: WITHIN GROUP and WITHIN DISTINCT of " + kind);
        }
        return new Aggregate(
                kind,
                List.copyOf(call.getArgList()),
                call.filterArg,
                call.isDistinct(),
                type(kind, call.getType()),
                Math.max(0, call.getType().getScale()),
                order(call.getCollation()),
                kind == Aggregate.Kind.LITERAL
                        ? (Serializable) Literals.toRowValue((RexLiteral) call.rexList.get(0))
                        : null);
    }

    /**
     * Translates a call with OVER. Calcite puts SUM into a CASE that is null where no row counts,
     * so that SUM may be 0 there.
     *
     * @param arguments columns of the arguments
     */
    Aggregate translateOver(
            SqlAggFunction function, List<Integer> arguments, boolean distinct, RelDataType type) {
        Aggregate.Kind kind = kind(function);
        if (ORDERED.contains(kind) && kind != Aggregate.Kind.STRING_AGG) {
            throw translation.error("not supported: " + kind + " with OVER");
        }
        return new Aggregate(
                kind == Aggregate.Kind.SUM ? Aggregate.Kind.SUM0 : kind,
                arguments,
                -1,
                distinct,
                type(kind, type),
                Math.max(0, type.getScale()),
                Order.NONE,
                null);
    }

    private Aggregate.Kind kind(SqlAggFunction function) {
        Aggregate.@Nullable Kind kind =
                switch (function.getKind()) {
                    case COUNT -> Aggregate.Kind.COUNT;
                    case SUM -> Aggregate.Kind.SUM;
                    case SUM0 -> Aggregate.Kind.SUM0;
                    case MIN -> Aggregate.Kind.MIN;
                    case MAX -> Aggregate.Kind.MAX;
                    case ANY_VALUE -> Aggregate.Kind.ANY_VALUE;
                    case LITERAL_AGG -> Aggregate.Kind.LITERAL;
                    case SINGLE_VALUE -> Aggregate.Kind.SINGLE_VALUE;
                    case BIT_AND -> Aggregate.Kind.BIT_AND;
                    case BIT_OR -> Aggregate.Kind.BIT_OR;
                    case BIT_XOR -> Aggregate.Kind.BIT_XOR;
                    case LISTAGG -> Aggregate.Kind.STRING_AGG;
                    case PERCENTILE_CONT -> Aggregate.Kind.PERCENTILE_CONT;
                    case PERCENTILE_DISC -> Aggregate.Kind.PERCENTILE_DISC;
                    case MODE -> Aggregate.Kind.MODE;
                    default -> PostgresqlAggregates.kind(function);
                };
        if (kind == null) {
            throw translation.error(
                    "not supported: the aggregate function "
                            + function.getName()
                            + "; docs/guides/sql.md lists those there are");
        }
        return kind;
    }

    private Aggregate.Type type(Aggregate.Kind kind, RelDataType type) {
        Aggregate.Type arithmetic =
                switch (type.getSqlTypeName()) {
                    case TINYINT, SMALLINT, INTEGER, BIGINT -> Aggregate.Type.LONG;
                    case DECIMAL -> Aggregate.Type.DECIMAL;
                    case REAL, FLOAT, DOUBLE -> Aggregate.Type.DOUBLE;
                    default -> Aggregate.Type.OTHER;
                };
        boolean adds = kind == Aggregate.Kind.SUM || kind == Aggregate.Kind.SUM0;
        boolean isBits =
                switch (kind) {
                    case BIT_AND, BIT_OR, BIT_XOR -> true;
                    default -> false;
                };
        if ((adds && arithmetic == Aggregate.Type.OTHER)
                || (isBits && arithmetic != Aggregate.Type.LONG)) {
            throw translation.error("not supported: " + kind + " of " + type);
        }
        return arithmetic;
    }

    /**
     * Translates an order of rows. Nulls count as the greatest values, unless it says otherwise.
     */
    static Order order(RelCollation collation) {
        List<Order.By> columns = new ArrayList<>();
        for (RelFieldCollation field : collation.getFieldCollations()) {
            boolean nullsFirst =
                    field.nullDirection == NullDirection.FIRST
                            || (field.nullDirection == NullDirection.UNSPECIFIED
                                    && field.getDirection().isDescending());
            columns.add(
                    new Order.By(
                            field.getFieldIndex(),
                            field.getDirection().isDescending(),
                            nullsFirst));
        }
        return new Order(columns);
    }
}
