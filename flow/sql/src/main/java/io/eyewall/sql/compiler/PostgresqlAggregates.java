package io.eyewall.sql.compiler;

import io.eyewall.sql.function.Aggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate functions of PostgreSQL that Calcite lacks, or for which it has other types: a
 * percentile between two values is a DOUBLE, whatever the values are.
 */
final class PostgresqlAggregates {
    private static final SqlReturnTypeInference NULLABLE_DOUBLE =
            ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    /** The functions of two numbers, by name. */
    private static final Map<String, Aggregate.Kind> REGRESSIONS =
            Map.of(
                    "CORR", Aggregate.Kind.CORR,
                    "REGR_SLOPE", Aggregate.Kind.REGR_SLOPE,
                    "REGR_INTERCEPT", Aggregate.Kind.REGR_INTERCEPT,
                    "REGR_R2", Aggregate.Kind.REGR_R2,
                    "REGR_SXY", Aggregate.Kind.REGR_SXY,
                    "REGR_AVGX", Aggregate.Kind.REGR_AVGX,
                    "REGR_AVGY", Aggregate.Kind.REGR_AVGY);

    private static final List<SqlOperator> PERCENTILES =
            List.of(
                    percentile(SqlKind.PERCENTILE_CONT, NULLABLE_DOUBLE),
                    percentile(
                            SqlKind.PERCENTILE_DISC,
                            ReturnTypes.PERCENTILE_DISC_CONT.andThen(
                                    SqlTypeTransforms.FORCE_NULLABLE)));

    /** The statistics that are not computed from sums of squares. */
    private static final Map<SqlKind, Aggregate.Kind> STATISTICS =
            Map.of(
                    SqlKind.VAR_POP, Aggregate.Kind.VAR_POP,
                    SqlKind.VAR_SAMP, Aggregate.Kind.VAR_SAMP,
                    SqlKind.STDDEV_POP, Aggregate.Kind.STDDEV_POP,
                    SqlKind.STDDEV_SAMP, Aggregate.Kind.STDDEV_SAMP,
                    SqlKind.COVAR_POP, Aggregate.Kind.COVAR_POP,
                    SqlKind.COVAR_SAMP, Aggregate.Kind.COVAR_SAMP,
                    SqlKind.REGR_SXX, Aggregate.Kind.REGR_SXX,
                    SqlKind.REGR_SYY, Aggregate.Kind.REGR_SYY);

    private PostgresqlAggregates() {}

    /**
     * Returns whether a function stays as it is. Calcite would replace it by sums of squares, whose
     * difference has no correct digit where values are large and close to each other.
     */
    static boolean isStatistic(SqlKind kind, RelDataType type) {
        return isStatistic(kind)
                && (type.getSqlTypeName() != SqlTypeName.DECIMAL
                        || SqlKind.AVG_AGG_FUNCTIONS.contains(kind));
    }

    /** Returns whether {@link #isStatistic(SqlKind, RelDataType)} depends on the type. */
    static boolean isStatistic(SqlKind kind) {
        return STATISTICS.containsKey(kind);
    }

    /** Returns the functions. */
    static List<SqlOperator> all() {
        List<SqlOperator> functions = new ArrayList<>(PERCENTILES);
        for (String name : REGRESSIONS.keySet()) {
            functions.add(
                    SqlBasicAggFunction.create(
                                    name,
                                    SqlKind.OTHER_FUNCTION,
                                    NULLABLE_DOUBLE,
                                    OperandTypes.NUMERIC_NUMERIC)
                            .withFunctionType(SqlFunctionCategory.NUMERIC));
        }
        return functions;
    }

    /** Returns the percentile function of a kind, which Calcite's parser replaces by its own. */
    static Optional<SqlOperator> percentileOf(SqlKind kind) {
        return PERCENTILES.stream().filter(each -> each.getKind() == kind).findFirst();
    }

    private static SqlOperator percentile(SqlKind kind, SqlReturnTypeInference result) {
        return SqlBasicAggFunction.create(kind, result, OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL)
                .withFunctionType(SqlFunctionCategory.SYSTEM)
                .withGroupOrder(Optionality.MANDATORY)
                .withPercentile(true)
                .withAllowsFraming(false);
    }

    /** Returns the kind of a statistic; null if the function is none. */
    static Aggregate.@Nullable Kind kind(SqlAggFunction function) {
        Aggregate.Kind statistic = STATISTICS.get(function.getKind());
        return statistic == null ? REGRESSIONS.get(function.getName()) : statistic;
    }
}
