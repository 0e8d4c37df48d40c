package io.eyewall.sql.compiler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Changes aggregate functions, their arguments and windows in a parsed query where Calcite would
 * derive a type that the result does not fit, or forget a frame; and gives a DECIMAL without digits
 * some behind the point, where Calcite gives it none.
 */
final class ParsedQueryChanges extends SqlShuttle {
    /** The functions that have no result where the frame of OVER has no row. */
    private static final Set<String> NULL_WITHOUT_ROWS =
            Set.of(
                    "SUM",
                    "AVG",
                    "MIN",
                    "MAX",
                    "EVERY",
                    "SOME",
                    "BOOL_AND",
                    "BOOL_OR",
                    "BIT_AND",
                    "BIT_OR",
                    "BIT_XOR",
                    "ANY_VALUE",
                    "FIRST_VALUE",
                    "LAST_VALUE",
                    "NTH_VALUE",
                    "STDDEV",
                    "STDDEV_POP",
                    "STDDEV_SAMP",
                    "VARIANCE",
                    "VAR_POP",
                    "VAR_SAMP");

    /** The windows that the WINDOW clauses of the queries around name; the innermost first. */
    private final Deque<SqlNodeList> namedWindows = new ArrayDeque<>();

    private ParsedQueryChanges() {}

    /** Returns a changed copy of a parsed query. */
    static SqlNode change(SqlNode query) {
        SqlNode changed = query.accept(new ParsedQueryChanges());
        return changed == null ? query : changed;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            namedWindows.push(select.getWindowList());
            SqlNode visited = super.visit(call);
            namedWindows.pop();
            return visited;
        }
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlCall changed)) {
            return visited;
        }
        if (changed.getKind() == SqlKind.OVER) {
            makeNullable(changed.operand(0));
            if (changed.operand(1) instanceof SqlWindow window) {
                changed.setOperand(1, withNamed(window));
            }
            return changed;
        }
        SqlKind kind = changed.getKind();
        if (kind == SqlKind.PERCENTILE_CONT || kind == SqlKind.PERCENTILE_DISC) {
            return PostgresqlAggregates.percentileOf(kind)
                    .orElseThrow()
                    .createCall(
                            changed.getFunctionQuantifier(),
                            changed.getParserPosition(),
                            changed.getOperandList());
        }
        if (kind == SqlKind.CAST) {
            return cutToLength(changed);
        }
        return isNamed(changed, Set.of("STRING_AGG", "LISTAGG")) && changed.operandCount() > 0
                ? widen(changed)
                : changed;
    }

    /**
     * Returns {@code CAST(x AS VARCHAR(3))} with {@code LEFT(CAST(x AS VARCHAR), 3)} for x: Calcite
     * takes a text without a length for one that fits any length, and replaces {@code CAST(x AS
     * VARCHAR(3)) = x} by true.
     */
    private static SqlCall cutToLength(SqlCall cast) {
        if (cast.operandCount() != 2
                || !(cast.operand(1) instanceof SqlDataTypeSpec type)
                || !(type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec name)
                || !isType(name.getTypeName(), "VARCHAR")
                || name.getPrecision() < 0) {
            return cast;
        }
        SqlParserPos position = cast.getParserPosition();
        SqlDataTypeSpec text =
                new SqlDataTypeSpec(
                        new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, position), position);
        SqlNode length =
                SqlLiteral.createExactNumeric(String.valueOf(name.getPrecision()), position);
        cast.setOperand(
                0,
                SqlLibraryOperators.LEFT.createCall(
                        position,
                        SqlStdOperatorTable.CAST.createCall(position, cast.operand(0), text),
                        length));
        return cast;
    }

    /**
     * Returns a window with the partitions and the order of the named window that it extends, as in
     * {@code OVER (w ROWS 2 PRECEDING)}. Calcite forgets the frame of such a window.
     */
    private SqlWindow withNamed(SqlWindow window) {
        SqlIdentifier name = window.getRefName();
        if (name == null || namedWindows.isEmpty()) {
            return window;
        }
        for (SqlNode each : namedWindows.peek()) {
            SqlWindow named = (SqlWindow) each;
            SqlIdentifier declared = named.getDeclName();
            if (declared != null && declared.getSimple().equalsIgnoreCase(name.getSimple())) {
                SqlWindow whole = withNamed(named);
                return SqlWindow.create(
                        null,
                        null,
                        whole.getPartitionList(),
                        window.getOrderList().isEmpty()
                                ? whole.getOrderList()
                                : window.getOrderList(),
                        SqlLiteral.createBoolean(window.isRows(), window.getParserPosition()),
                        window.getLowerBound(),
                        window.getUpperBound(),
                        null,
                        window.getExclude(),
                        window.getParserPosition());
            }
        }
        return window;
    }

    @Override
    public @Nullable SqlNode visit(SqlDataTypeSpec type) {
        return type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec name
                        && isType(name.getTypeName(), "DECIMAL")
                        && name.getPrecision() < 0
                ? new SqlDataTypeSpec(
                        new SqlBasicTypeNameSpec(
                                SqlTypeName.DECIMAL,
                                SqlTypes.MAX_DIGITS,
                                SqlTypes.DEFAULT_SCALE,
                                name.getParserPos()),
                        type.getParserPosition())
                : super.visit(type);
    }

    private static boolean isType(SqlIdentifier type, String name) {
        return type.isSimple() && type.getSimple().equalsIgnoreCase(name);
    }

    private static boolean isNamed(SqlCall call, Set<String> names) {
        return names.contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
    }

    /**
     * Makes the argument of a function with OVER nullable. Calcite thinks that a frame always has a
     * row, so that {@code MIN} of a column without nulls has no null; but {@code ROWS BETWEEN 2
     * PRECEDING AND 1 PRECEDING} has none for the first row. It thinks as well that {@code LAG}
     * with a default has no null, even if the value is null.
     */
    private static void makeNullable(SqlNode function) {
        if (!(function instanceof SqlCall call) || call.operandCount() == 0) {
            return;
        }
        switch (call.getKind()) {
            case FILTER, IGNORE_NULLS, RESPECT_NULLS, WITHIN_GROUP -> makeNullable(call.operand(0));
            default -> {
                if (isNamed(call, NULL_WITHOUT_ROWS)) {
                    call.setOperand(0, nullable(call.operand(0)));
                } else if (isNamed(call, Set.of("LAG", "LEAD")) && call.operandCount() == 3) {
                    call.setOperand(2, nullable(call.operand(2)));
                }
            }
        }
    }

    /** Returns an expression with the same value, which Calcite takes for one that may be null. */
    private static SqlNode nullable(SqlNode expression) {
        SqlParserPos position = expression.getParserPosition();
        return new SqlCase(
                position,
                null,
                SqlNodeList.of(SqlLiteral.createBoolean(true, position)),
                SqlNodeList.of(expression),
                SqlLiteral.createNull(position));
    }

    /**
     * Casts the texts of a concatenation to VARCHAR, because Calcite gives the result the type of
     * one text, to whose length the whole would be cut; and writes an ORDER BY among the arguments
     * as WITHIN GROUP, because Calcite fails where a FILTER follows.
     */
    private static SqlNode widen(SqlCall call) {
        SqlParserPos position = call.getParserPosition();
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        SqlNode last = operands.get(operands.size() - 1);
        if (last instanceof SqlNodeList) {
            operands.remove(operands.size() - 1);
        }
        SqlDataTypeSpec varchar =
                new SqlDataTypeSpec(
                        new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, position), position);
        operands.set(0, SqlStdOperatorTable.CAST.createCall(position, operands.get(0), varchar));
        SqlCall concatenation =
                SqlStdOperatorTable.LISTAGG.createCall(
                        call.getFunctionQuantifier(), position, operands);
        return last instanceof SqlNodeList
                ? SqlStdOperatorTable.WITHIN_GROUP.createCall(position, concatenation, last)
                : concatenation;
    }
}
