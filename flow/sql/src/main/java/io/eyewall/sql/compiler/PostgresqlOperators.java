package io.eyewall.sql.compiler;

import io.eyewall.sql.function.PostgresqlFunctions;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** The functions of {@link PostgresqlFunctions} as Calcite's operators. */
final class PostgresqlOperators {
    private PostgresqlOperators() {}

    /** Returns the operators. */
    static List<SqlOperator> all() {
        return List.of(
                operator(
                        "DATE_TRUNC",
                        "dateTrunc",
                        ReturnTypes.ARG1_NULLABLE,
                        SqlTypeName.VARCHAR,
                        SqlTypeName.TIMESTAMP),
                operator(
                        "DATE_TRUNC",
                        "dateTruncOfDate",
                        ReturnTypes.TIMESTAMP_NULLABLE,
                        SqlTypeName.VARCHAR,
                        SqlTypeName.DATE),
                ofTexts("REGEXP_COUNT", "regexpCount", ReturnTypes.INTEGER_NULLABLE),
                ofTexts("REGEXP_INSTR", "regexpInstr", ReturnTypes.INTEGER_NULLABLE),
                ofTexts("REGEXP_SUBSTR", "regexpSubstr", ReturnTypes.VARCHAR_FORCE_NULLABLE),
                operator(
                        "GCD",
                        "gcd",
                        ReturnTypes.BIGINT_NULLABLE,
                        SqlTypeName.BIGINT,
                        SqlTypeName.BIGINT),
                operator(
                        "LCM",
                        "lcm",
                        ReturnTypes.BIGINT_NULLABLE,
                        SqlTypeName.BIGINT,
                        SqlTypeName.BIGINT));
    }

    private static SqlOperator ofTexts(String name, String method, SqlReturnTypeInference result) {
        return operator(name, method, result, SqlTypeName.VARCHAR, SqlTypeName.VARCHAR);
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
        SqlTypeFamily family = type.getFamily();
        if (family == null) {
            throw new IllegalStateException(type + " has no family");
        }
        return family == SqlTypeFamily.NUMERIC ? SqlTypeFamily.INTEGER : family;
    }

    private static Method method(String name) {
        return Arrays.stream(PostgresqlFunctions.class.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no method " + name));
    }
}
