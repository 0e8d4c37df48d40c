package io.eyewall.sql.compiler;

import static org.apache.calcite.sql.type.SqlTypeName.BIGINT;
import static org.apache.calcite.sql.type.SqlTypeName.DATE;
import static org.apache.calcite.sql.type.SqlTypeName.DECIMAL;
import static org.apache.calcite.sql.type.SqlTypeName.DOUBLE;
import static org.apache.calcite.sql.type.SqlTypeName.INTEGER;
import static org.apache.calcite.sql.type.SqlTypeName.TIMESTAMP;
import static org.apache.calcite.sql.type.SqlTypeName.VARCHAR;

import io.eyewall.sql.function.PostgresqlFunctions;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** The functions of {@link PostgresqlFunctions} as Calcite's operators. */
final class PostgresqlOperators {
    /** The type of an exact number without digits behind the point. */
    private static final SqlReturnTypeInference WHOLE_DECIMAL =
            ReturnTypes.explicit(SqlTypeName.DECIMAL, SqlTypes.MAX_DIGITS)
                    .andThen(SqlTypeTransforms.TO_NULLABLE);

    private PostgresqlOperators() {}

    /** Returns the type of the whole part of a quotient: as many digits as it can have. */
    private static RelDataType inferQuotientType(SqlOperatorBinding call) {
        RelDataType dividend = call.getOperandType(0);
        RelDataType divisor = call.getOperandType(1);
        int digits = dividend.getPrecision() - dividend.getScale() + divisor.getScale();
        RelDataType quotient =
                call.getTypeFactory()
                        .createSqlType(
                                SqlTypeName.DECIMAL,
                                Math.max(1, Math.min(SqlTypes.MAX_DIGITS, digits)));
        return call.getTypeFactory()
                .createTypeWithNullability(quotient, dividend.isNullable() || divisor.isNullable());
    }

    /** Returns the operators. */
    static List<SqlOperator> all() {
        List<SqlOperator> operators = new ArrayList<>();
        operators.add(
                operator("DATE_TRUNC", "dateTrunc", ReturnTypes.ARG1_NULLABLE, VARCHAR, TIMESTAMP));
        operators.add(
                operator(
                        "DATE_TRUNC",
                        "dateTruncOfDate",
                        ReturnTypes.TIMESTAMP_NULLABLE,
                        VARCHAR,
                        DATE));
        operators.add(
                operator(
                        "MAKE_DATE",
                        "makeDate",
                        ReturnTypes.DATE_NULLABLE,
                        INTEGER,
                        INTEGER,
                        INTEGER));
        operators.add(
                operator(
                        "MAKE_TIME",
                        "makeTime",
                        ReturnTypes.TIME_NULLABLE,
                        INTEGER,
                        INTEGER,
                        DOUBLE));
        operators.add(
                operator(
                        "MAKE_TIMESTAMP",
                        "makeTimestamp",
                        ReturnTypes.TIMESTAMP_NULLABLE,
                        INTEGER,
                        INTEGER,
                        INTEGER,
                        INTEGER,
                        INTEGER,
                        DOUBLE));
        operators.add(
                operator(
                        "REGEXP_COUNT",
                        "regexpCount",
                        ReturnTypes.INTEGER_NULLABLE,
                        VARCHAR,
                        VARCHAR));
        operators.add(
                operator(
                        "REGEXP_INSTR",
                        "regexpInstr",
                        ReturnTypes.INTEGER_NULLABLE,
                        VARCHAR,
                        VARCHAR));
        operators.add(
                operator(
                        "REGEXP_SUBSTR",
                        "regexpSubstr",
                        ReturnTypes.VARCHAR_FORCE_NULLABLE,
                        VARCHAR,
                        VARCHAR));
        operators.add(
                operator(
                        "REGEXP_SUBSTR",
                        "regexpSubstrOf",
                        ReturnTypes.VARCHAR_FORCE_NULLABLE,
                        VARCHAR,
                        VARCHAR,
                        INTEGER,
                        INTEGER,
                        VARCHAR,
                        INTEGER));
        operators.add(operator("BIT_LENGTH", "bitLength", ReturnTypes.INTEGER_NULLABLE, VARCHAR));
        operators.add(
                operator("OCTET_LENGTH", "octetLength", ReturnTypes.INTEGER_NULLABLE, VARCHAR));
        operators.add(operator("BTRIM", "btrim", ReturnTypes.VARCHAR_NULLABLE, VARCHAR));
        operators.add(operator("BTRIM", "btrimOf", ReturnTypes.VARCHAR_NULLABLE, VARCHAR, VARCHAR));
        operators.add(operator("LTRIM", "ltrimOf", ReturnTypes.VARCHAR_NULLABLE, VARCHAR, VARCHAR));
        operators.add(operator("RTRIM", "rtrimOf", ReturnTypes.VARCHAR_NULLABLE, VARCHAR, VARCHAR));
        operators.add(operator("QUOTE_IDENT", "quoteIdent", ReturnTypes.VARCHAR_NULLABLE, VARCHAR));
        operators.add(
                operator("QUOTE_LITERAL", "quoteLiteral", ReturnTypes.VARCHAR_NULLABLE, VARCHAR));
        operators.add(operator("QUOTE_NULLABLE", "quoteNullable", ReturnTypes.VARCHAR, VARCHAR));
        operators.add(operator("NORMALIZE", "normalize", ReturnTypes.VARCHAR_NULLABLE, VARCHAR));
        operators.add(operator("TO_HEX", "toHex", ReturnTypes.VARCHAR_NULLABLE, INTEGER));
        operators.add(operator("TO_HEX", "toHexOfLong", ReturnTypes.VARCHAR_NULLABLE, BIGINT));
        operators.add(operator("GCD", "gcd", ReturnTypes.BIGINT_NULLABLE, BIGINT, BIGINT));
        operators.add(operator("LCM", "lcm", ReturnTypes.BIGINT_NULLABLE, BIGINT, BIGINT));
        operators.add(operator("FACTORIAL", "factorial", WHOLE_DECIMAL, BIGINT));
        operators.add(
                operator("DIV", "div", PostgresqlOperators::inferQuotientType, DECIMAL, DECIMAL));
        operators.add(operator("TRIM_SCALE", "trimScale", ReturnTypes.ARG0_NULLABLE, DECIMAL));
        operators.add(
                operator(
                        "WIDTH_BUCKET",
                        "widthBucket",
                        ReturnTypes.INTEGER_NULLABLE,
                        DECIMAL,
                        DECIMAL,
                        DECIMAL,
                        INTEGER));
        operators.add(
                operator(
                        "WIDTH_BUCKET",
                        "widthBucketOfDouble",
                        ReturnTypes.INTEGER_NULLABLE,
                        DOUBLE,
                        DOUBLE,
                        DOUBLE,
                        INTEGER));
        operators.add(operator("COTD", "cotd", ReturnTypes.DOUBLE_NULLABLE, DOUBLE));
        operators.add(operator("ATAN2D", "atan2d", ReturnTypes.DOUBLE_NULLABLE, DOUBLE, DOUBLE));
        return operators;
    }

    private static SqlOperator operator(
            String name,
            String methodName,
            SqlReturnTypeInference result,
            SqlTypeName... parameters) {
        List<SqlTypeFamily> families =
                Arrays.stream(parameters).map(PostgresqlOperators::family).toList();
        SqlOperandMetadata operands =
                OperandTypes.operandMetadata(
                        families,
                        types ->
                                Arrays.stream(parameters)
                                        .map(each -> types.createSqlType(each))
                                        .toList(),
                        index -> "argument" + index,
                        index -> false);
        return new Operator(name, result, operands, ScalarFunctionImpl.create(method(methodName)));
    }

    /** A function of the category in which Calcite's parser expects those of its name. */
    private static final class Operator extends SqlUserDefinedFunction {
        private Operator(
                String name,
                SqlReturnTypeInference result,
                SqlOperandMetadata operands,
                Function function) {
            super(
                    new SqlIdentifier(name, SqlParserPos.ZERO),
                    SqlKind.OTHER_FUNCTION,
                    result,
                    null,
                    operands,
                    function,
                    name.equals("DATE_TRUNC")
                            ? SqlFunctionCategory.TIMEDATE
                            : SqlFunctionCategory.USER_DEFINED_FUNCTION,
                    SqlSyntax.FUNCTION);
        }
    }

    private static SqlTypeFamily family(SqlTypeName type) {
        return switch (type) {
            case INTEGER, BIGINT -> SqlTypeFamily.INTEGER;
            case DECIMAL -> SqlTypeFamily.EXACT_NUMERIC;
            case DOUBLE -> SqlTypeFamily.NUMERIC;
            default -> Objects.requireNonNull(type.getFamily());
        };
    }

    private static Method method(String name) {
        return Arrays.stream(PostgresqlFunctions.class.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no method " + name));
    }
}
