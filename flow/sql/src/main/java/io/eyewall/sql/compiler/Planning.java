package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.compiler.Statement.Part;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.sql2rel.TopDownGeneralDecorrelator;
import org.apache.calcite.tools.FrameworkConfig;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelConversionException;
import org.apache.calcite.tools.ValidationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Translates the text of a query to a plan that consists of few kinds of operators. */
final class Planning {
    static final SqlParser.Config PARSER =
            SqlParser.config()
                    .withUnquotedCasing(Casing.UNCHANGED)
                    .withQuotedCasing(Casing.UNCHANGED)
                    .withCaseSensitive(false)
                    .withParserFactory(QueryParser.FACTORY);

    /** The rule that computes aggregates from sums, but for those that would lose digits. */
    private static final RelOptRule REDUCE_FUNCTIONS =
            AggregateReduceFunctionsRule.Config.DEFAULT
                    .withExtraCondition(
                            call ->
                                    !PostgresqlAggregates.isStatistic(
                                            call.getAggregation().getKind(), call.getType()))
                    .toRule();

    /** Rules that replace subqueries by joins. */
    private static final List<RelOptRule> SUBQUERY_RULES =
            List.of(
                    CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
                    CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
                    CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

    /**
     * Rules that replace nodes for which there is no operator, and move each condition to the
     * earliest node where it can filter.
     */
    private static final List<RelOptRule> SIMPLIFYING_RULES =
            List.of(
                    CoreRules.UNION_TO_DISTINCT,
                    CoreRules.INTERSECT_TO_DISTINCT,
                    CoreRules.MINUS_TO_DISTINCT,
                    REDUCE_FUNCTIONS,
                    CoreRules.FILTER_INTO_JOIN,
                    CoreRules.FILTER_MERGE,
                    CoreRules.FILTER_PROJECT_TRANSPOSE,
                    CoreRules.JOIN_CONDITION_PUSH,
                    CoreRules.JOIN_PUSH_EXPRESSIONS,
                    CoreRules.PROJECT_REMOVE);

    /** The rule that makes nodes of their own of expressions with OVER. */
    private static final List<RelOptRule> WINDOW_RULES =
            List.of(CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW);

    /** Rules that merge filters and projections into one pass over a row. */
    private static final List<RelOptRule> CALC_RULES =
            List.of(
                    CoreRules.PROJECT_TO_CALC,
                    CoreRules.FILTER_TO_CALC,
                    CoreRules.CALC_MERGE,
                    CoreRules.CALC_REMOVE);

    private static final RelDataTypeFactory TYPES = new JavaTypeFactoryImpl(SqlTypes.RULES);

    /**
     * The functions of the SQL standard and those that PostgreSQL adds. If two tables have a
     * function, the first table's is used.
     */
    private static final SqlOperatorTable FUNCTIONS =
            SqlOperatorTables.chain(
                    SqlOperatorTables.of(
                            round(),
                            padding(SqlLibraryOperators.LPAD),
                            padding(SqlLibraryOperators.RPAD),
                            SqlLibraryOperators.POW,
                            SqlLibraryOperators.REVERSE,
                            SqlLibraryOperators.TRUNC_BIG_QUERY),
                    SqlOperatorTables.of(PostgresqlOperators.all()),
                    SqlOperatorTables.of(PostgresqlAggregates.all()),
                    SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                            SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL));

    private static final Logger LOG = LoggerFactory.getLogger(Planning.class);

    private static final Pattern LOCATION = Pattern.compile("line (\\d+), column (\\d+)");

    /** The maximum number of expected tokens in an error message; a longer list does not help. */
    private static final int MAX_EXPECTED_TOKENS = 12;

    private final String script;
    private final SchemaPlus schema;
    private final FrameworkConfig config;

    /** Returns ROUND with a result type of one more digit: 9.9 of a DECIMAL(2, 1) becomes 10.0. */
    private static SqlOperator round() {
        return ((SqlBasicFunction) SqlStdOperatorTable.ROUND)
                .withReturnTypeInference(
                        call ->
                                SqlTypes.withOneMoreDigit(
                                        call.getTypeFactory(),
                                        ReturnTypes.ARG0_NULLABLE.inferReturnType(call)));
    }

    /**
     * Returns how a call becomes an expression; {@link #REDUCE_FUNCTIONS} is not asked for OVER.
     */
    private static @Nullable SqlRexConvertlet convertlet(SqlCall call) {
        SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
        if (standard == null
                || !(call.getOperator() instanceof SqlAggFunction function)
                || !PostgresqlAggregates.isStatistic(function.getKind())) {
            return standard;
        }
        return (context, converted) -> {
            RelDataType type = context.getValidator().getValidatedNodeType(converted);
            return PostgresqlAggregates.isStatistic(function.getKind(), type)
                    ? context.getRexBuilder()
                            .makeCall(
                                    type,
                                    function,
                                    converted.getOperandList().stream()
                                            .map(context::convertExpression)
                                            .toList())
                    : standard.convertCall(context, converted);
        };
    }

    /** Returns LPAD or RPAD with a result that may be null, as Calcite's may not. */
    private static SqlOperator padding(SqlFunction function) {
        return ((SqlBasicFunction) function).withReturnTypeInference(ReturnTypes.VARCHAR_NULLABLE);
    }

    Planning(String script, SchemaPlus schema) {
        this.script = script;
        this.schema = schema;
        this.config =
                Frameworks.newConfigBuilder()
                        .parserConfig(PARSER)
                        .defaultSchema(schema)
                        .typeSystem(SqlTypes.RULES)
                        .operatorTable(FUNCTIONS)
                        .executor(Planning::computeConstants)
                        .convertletTable(Planning::convertlet)
                        .sqlToRelConverterConfig(
                                SqlToRelConverter.config()
                                        .withExpand(false)
                                        .withTrimUnusedFields(false))
                        .build();
    }

    /**
     * Computes constants at planning time by Calcite's functions. It leaves out expressions that
     * compute texts: generated code calls other functions for these, as {@link TextFunctionCalls}
     * replaces Calcite's.
     */
    private static void computeConstants(
            RexBuilder builder, List<RexNode> constants, List<RexNode> computed) {
        for (RexNode constant : constants) {
            if (computesText(constant)) {
                computed.add(constant);
            } else {
                RexUtil.EXECUTOR.reduce(builder, List.of(constant), computed);
            }
        }
    }

    /**
     * Returns whether an expression contains a call whose result is a text, or that has a text as
     * operand; a CAST from a text to another type is not such a call.
     */
    private static boolean computesText(RexNode expression) {
        return expression instanceof RexCall call
                && (SqlTypeUtil.inCharFamily(call.getType())
                        || call.getOperands().stream()
                                .anyMatch(
                                        operand ->
                                                computesText(operand)
                                                        || (!call.isA(SqlKind.CAST)
                                                                && SqlTypeUtil.inCharFamily(
                                                                        operand.getType()))));
    }

    FrameworkConfig config() {
        return config;
    }

    /**
     * Returns the plan of a query as written, including the names of the columns.
     *
     * @throws SqlException with the location in the script, if the query is wrong
     */
    RelRoot plan(Part query) {
        try (Planner planner = Frameworks.getPlanner(config)) {
            return planner.rel(planner.validate(planner.parse(query.text())));
        } catch (SqlParseException e) {
            int line = e.getPos() == null ? 0 : e.getPos().getLineNum();
            int column = e.getPos() == null ? 0 : e.getPos().getColumnNum();
            throw errorAt(query, line, column, syntaxError(e));
        } catch (ValidationException | RelConversionException e) {
            throw errorAt(query, e);
        } catch (RuntimeException | AssertionError e) {
            throw e instanceof SqlException sqlException ? sqlException : errorAt(query, e);
        }
    }

    /**
     * Returns a shorter message for a syntax error. Calcite's message contains the location twice,
     * and each expected token on a line of its own.
     */
    private static String syntaxError(SqlParseException e) {
        String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        String text = first.replaceFirst(" at line \\d+, column \\d+\\.?$", "");
        Collection<String> expected = e.getExpectedTokenNames();
        if (first.contains("<EOF>")) {
            return text + ": the query ends before it is complete";
        }
        return expected == null || expected.isEmpty() || expected.size() > MAX_EXPECTED_TOKENS
                ? text
                : text + "; expected one of " + String.join(", ", expected);
    }

    private SqlException errorAt(Part query, Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null) {
            if (cause instanceof CalciteContextException context) {
                Throwable inner = context.getCause() == null ? context : context.getCause();
                return errorAt(
                        query,
                        context.getPosLine(),
                        context.getPosColumn(),
                        String.valueOf(inner.getMessage()) + remedy(inner, query));
            }
            cause = cause.getCause();
        }
        String message = thrown.getMessage();
        String text =
                message == null || thrown instanceof ClassCastException
                        ? "no plan was found for this query: " + thrown
                        : message;
        Matcher location = LOCATION.matcher(text);
        return location.find()
                ? errorAt(
                        query,
                        Integer.parseInt(location.group(1)),
                        Integer.parseInt(location.group(2)),
                        text)
                : Token.errorAt(script, query.offset(), text);
    }

    private String remedy(Throwable cause, Part query) {
        String text = String.valueOf(cause.getMessage());
        if (text.startsWith("Column '") && text.contains("not found")) {
            return namedColumns(query);
        }
        return text.startsWith("Object '") && text.endsWith("not found")
                ? "; there are "
                        + schema.tables().getNames(LikePattern.any())
                        + ", others need CREATE TABLE, STREAM or VIEW before"
                : "";
    }

    /** Returns the columns of the tables that a query names; an empty text if it names none. */
    private String namedColumns(Part query) {
        StringJoiner tables = new StringJoiner(", ", "; there are ", "").setEmptyValue("");
        for (String name : schema.tables().getNames(LikePattern.any())) {
            Pattern word =
                    Pattern.compile("\\b" + Pattern.quote(name) + "\\b", Pattern.CASE_INSENSITIVE);
            Table table = schema.tables().get(name);
            if (table != null && word.matcher(query.text()).find()) {
                tables.add(name + table.getRowType(TYPES).getFieldNames());
            }
        }
        return tables.toString();
    }

    /** Returns an error at a line and column of a query, converted to those of the script. */
    private SqlException errorAt(Part query, int line, int column, String message) {
        int offset = query.offset();
        if (line > 0) {
            int begin = 0;
            for (int i = 1; i < line; i++) {
                begin = query.text().indexOf('\n', begin) + 1;
            }
            offset += begin + column - 1;
        }
        return Token.errorAt(script, offset, message);
    }

    /**
     * Returns a plan that produces the same rows and consists only of operators that {@link
     * Translation} supports.
     */
    static RelNode simplify(RelNode plan) {
        RelNode joined = rewrite(plan, SUBQUERY_RULES);
        RelNode decorrelated = decorrelate(joined);
        RelNode withoutGroupingSets = decorrelated.accept(new GroupingSets());
        RelNode withoutAll = withoutGroupingSets.accept(new SetOperationsAll());
        RelNode withWindows = rewrite(withoutAll.accept(new OverCalls()), WINDOW_RULES);
        // A sum that overflows its type is an error instead of a wrong number.
        RelNode checked =
                new ConvertToChecked(plan.getCluster().getRexBuilder(), true).visit(withWindows);
        return rewrite(rewrite(checked, SIMPLIFYING_RULES), CALC_RULES);
    }

    /**
     * Replaces correlated subqueries by joins. Calcite has two algorithms for this, which fail for
     * different queries; the newer one, which fails for fewer, is tried first. If both fail, the
     * plan stays as it is, and {@link Translation} refuses it.
     */
    private static RelNode decorrelate(RelNode plan) {
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(plan.getCluster(), null);
        try {
            RelNode decorrelated = TopDownGeneralDecorrelator.decorrelateQuery(plan, builder);
            if (!isCorrelated(decorrelated)) {
                return decorrelated;
            }
        } catch (RuntimeException | AssertionError e) {
            LOG.debug("a query can't be decorrelated from the top", e);
        }
        try {
            return RelDecorrelator.decorrelateQuery(plan, builder);
        } catch (RuntimeException | AssertionError e) {
            LOG.debug("a query can't be decorrelated", e);
            return plan;
        }
    }

    private static boolean isCorrelated(RelNode plan) {
        return plan instanceof Correlate
                || plan.getInputs().stream().anyMatch(Planning::isCorrelated);
    }

    private static RelNode rewrite(RelNode plan, List<RelOptRule> rules) {
        HepProgramBuilder program = new HepProgramBuilder();
        program.addRuleCollection(rules);
        HepPlanner planner = new HepPlanner(program.build());
        planner.setRoot(plan);
        return planner.findBestExp();
    }

    static String format(RelNode plan) {
        return RelOptUtil.toString(plan).stripTrailing();
    }
}
