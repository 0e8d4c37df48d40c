package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.change.ChangesStep;
import io.eyewall.sql.function.Aggregate;
import io.eyewall.sql.function.CalcStep;
import io.eyewall.sql.function.GroupFold;
import io.eyewall.sql.function.Key;
import io.eyewall.sql.function.LimitStep;
import io.eyewall.sql.function.Order;
import io.eyewall.sql.function.SortFold;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.operator.Fold;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalCalc;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Translates the plan of one query to operators of a topology. */
final class Translation {
    private static final Set<SqlTypeName> COLLECTIONS =
            Set.of(SqlTypeName.ARRAY, SqlTypeName.MULTISET, SqlTypeName.MAP, SqlTypeName.ROW);

    private final Catalog catalog;
    private final JavaTypeFactory types;
    private final FlowBuilder builder;
    private final int parallelism;
    private final Function<String, SqlTable> sources;
    private final int offset;
    private final List<String> explanation;
    private final SharedPlans shared;

    private final Set<String> resumedStreams = new LinkedHashSet<>();
    private final ChangingOperators changing = new ChangingOperators(this);

    /**
     * Creates the translation of one query.
     *
     * @param parallelism number of tasks of operators with a key
     * @param sources returns the source of a table by the table's name
     * @param offset offset of the query in its script, for messages
     * @param plan the plan, for {@link #translate}
     * @param explanation list to which the translation adds a line for each operator
     */
    Translation(
            Catalog catalog,
            JavaTypeFactory types,
            FlowBuilder builder,
            int parallelism,
            Function<String, SqlTable> sources,
            int offset,
            RelNode plan,
            List<String> explanation) {
        this.catalog = catalog;
        this.types = types;
        this.builder = builder;
        this.parallelism = parallelism;
        this.sources = sources;
        this.offset = offset;
        this.explanation = explanation;
        this.shared = new SharedPlans(plan);
        collectResumedStreams(plan);
    }

    private void collectResumedStreams(RelNode plan) {
        if (plan instanceof TableScan scan) {
            String name = scan.getTable().getQualifiedName().get(0);
            Catalog.Defined table = Objects.requireNonNull(catalog.table(name), name);
            if (new Sources(catalog, table).resumes()) {
                resumedStreams.add(name);
            }
        }
        plan.getInputs().forEach(this::collectResumedStreams);
    }

    /** Returns the streams of the query that go on where the last run of the script ended. */
    Set<String> resumedStreams() {
        return resumedStreams;
    }

    /**
     * Returns whether an operator that gathers rows may ack them on arrival. It may if a run that
     * follows a failure reads them from their beginning. Rows that are emitted only at the end must
     * stay pending, so that they are replayed if the end fails. Rows of a stream that goes on where
     * it was must stay pending, too, so that after a crash the rows of windows that were not yet
     * written are replayed.
     */
    boolean acksOnArrival(OperatorRows rows) {
        return (rows.bounded() || resumedStreams.isEmpty()) && !rows.emittedAtEnd();
    }

    /** Returns an error at the beginning of the query. */
    SqlException error(String what) {
        return catalog.error(offset, what);
    }

    /** Returns the location of the query, for error messages at run time. */
    String location() {
        SqlException at = error("");
        return "the query at " + at.line() + ":" + at.column();
    }

    /** Returns the name of the next operator: its kind and a number. */
    String newName(String kind) {
        return kind + "-" + (explanation.size() + 1);
    }

    /** Returns the operators whose result changes. */
    ChangingOperators changing() {
        return changing;
    }

    OperatorRows translate(RelNode node) {
        return shared.rows(node, this, () -> translateAnew(node));
    }

    private OperatorRows translateAnew(RelNode node) {
        if (node instanceof TableScan scan) {
            return translateScan(scan);
        }
        if (node instanceof LogicalCalc calc) {
            OperatorRows input =
                    calc.getInput() instanceof LogicalWindow window
                            ? new OverFunctions(this).translate(window, calc.getProgram())
                            : translate(calc.getInput());
            return translateCalc(calc.getProgram(), input);
        }
        if (node instanceof LogicalValues values) {
            return translateValues(values);
        }
        if (node instanceof LogicalAggregate aggregate) {
            return translateAggregate(aggregate);
        }
        if (node instanceof LogicalSort sort) {
            return translateSort(sort);
        }
        if (node instanceof LogicalUnion union && union.all) {
            return translateUnion(union);
        }
        if (node instanceof LogicalTableFunctionScan function) {
            return new WindowFunctions(this).translate(function);
        }
        if (node instanceof LogicalJoin join) {
            return new Joins(this).translate(join);
        }
        if (node instanceof LogicalWindow window) {
            return new OverFunctions(this).translate(window, null);
        }
        if (node instanceof LogicalCorrelate) {
            throw error(
                    "not supported: this subquery that names columns of the query around it; join"
                            + " what it reads");
        }
        throw error(
                "not supported: "
                        + node.getRelTypeName()
                                .replace("Logical", "")
                                .toUpperCase(java.util.Locale.ROOT)
                        + "; docs/guides/sql.md lists what is");
    }

    private OperatorRows translateScan(TableScan scan) {
        String table = scan.getTable().getQualifiedName().get(0);
        Catalog.Defined defined = Objects.requireNonNull(catalog.table(table), table);
        String name = newName(table);
        SqlTable read = sources.apply(table);
        explanation.add(name + ": source " + (defined.isStream() ? "stream " : "table ") + table);
        Set<Integer> times =
                defined.isStream() && defined.timeColumn() >= 0
                        ? Set.of(defined.timeColumn())
                        : Set.of();
        return new OperatorRows(
                sourceOutput(name, read),
                !defined.isStream(),
                false,
                false,
                times,
                Set.of(),
                Set.of(),
                1);
    }

    private OperatorRows translateValues(LogicalValues values) {
        List<Object[]> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            Object[] row = new Object[tuple.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = Literals.toRowValue(tuple.get(i));
            }
            rows.add(row);
        }
        String name = newName("values");
        SqlTable read = SqlTable.of(constantRows(rows).build());
        explanation.add(name + ": " + rows.size() + " rows of the query");
        return new OperatorRows(
                sourceOutput(name, read), true, false, false, Set.of(), Set.of(), Set.of(), 1);
    }

    private Output sourceOutput(String name, SqlTable read) {
        return Output.withSteps(
                List.of(name),
                (first, steps) ->
                        steps == null
                                ? builder.source(name, read.spout(), read.row())
                                : builder.source(name, read.spout(), 1, read.row(), steps));
    }

    /** Returns a generator of constant rows. */
    static Generator constantRows(List<Object[]> rows) {
        Object[][] constants = rows.toArray(Object[][]::new);
        return Generator.of(number -> List.of((Object) constants[(int) number].clone()), "value")
                .count(constants.length);
    }

    OperatorRows translateCalc(RexProgram program, OperatorRows input) {
        if (RexOver.containsOver(program)) {
            throw error("not supported: OVER where it stands; write it in SELECT of a subquery");
        }
        program.getExprList().forEach(this::refuseSubquery);
        program.getExprList().forEach(this::refuseCollection);
        if (input.changing()) {
            changing.refuseChangingFunctions(program);
        }
        CalcStep step =
                new CalcStep(
                        RowCode.generate(program, types),
                        location(),
                        program.getInputRowType().getFieldNames());
        String description =
                input.output()
                        .addStep(newName("calc"), input.changing() ? new ChangesStep(step) : step);
        explanation.add(description + ": " + program);
        Set<Integer> times = new HashSet<>();
        Set<Integer> starts = new HashSet<>();
        Set<Integer> ends = new HashSet<>();
        for (int i = 0; i < program.getProjectList().size(); i++) {
            RexNode expression = program.expandLocalRef(program.getProjectList().get(i));
            if (expression instanceof RexInputRef column) {
                carryOver(input.timeColumns(), column.getIndex(), times, i);
                carryOver(input.windowStarts(), column.getIndex(), starts, i);
                carryOver(input.windowEnds(), column.getIndex(), ends, i);
            }
        }
        return new OperatorRows(
                input.output(),
                input.bounded(),
                input.emittedAtEnd(),
                input.changing(),
                times,
                starts,
                ends,
                input.tasks());
    }

    /** Refuses an expression with a subquery that no rule could replace by a join. */
    void refuseSubquery(RexNode expression) {
        if (RexUtil.SubQueryFinder.find(expression) != null) {
            throw error(
                    "not supported: this subquery where it stands, as in ON of an outer join; write"
                            + " it in WHERE, or join what it reads");
        }
    }

    private void refuseCollection(RexNode expression) {
        if (COLLECTIONS.contains(expression.getType().getSqlTypeName())) {
            throw error("not supported: an expression of type " + expression.getType());
        }
    }

    /** Adds an output column to a set if its input column is in a set of columns with that role. */
    private static void carryOver(
            Set<Integer> from, int column, Set<Integer> to, int outputColumn) {
        if (from.contains(column)) {
            to.add(outputColumn);
        }
    }

    int parallelism() {
        return parallelism;
    }

    JavaTypeFactory types() {
        return types;
    }

    void explain(String line) {
        explanation.add(line);
    }

    private OperatorRows translateAggregate(LogicalAggregate aggregate) {
        OperatorRows input = translate(aggregate.getInput());
        if (aggregate.getGroupSets().size() > 1) {
            throw error("not supported: GROUPING SETS, CUBE and ROLLUP");
        }
        List<Integer> keys = List.copyOf(aggregate.getGroupSet().asList());
        int windowEnd = -1;
        Set<Integer> starts = new HashSet<>();
        Set<Integer> ends = new HashSet<>();
        for (int i = 0; i < keys.size(); i++) {
            carryOver(input.windowStarts(), keys.get(i), starts, i);
            if (input.windowEnds().contains(keys.get(i))) {
                windowEnd = keys.get(i);
                ends.add(i);
            }
        }
        AggregateCalls aggregateCalls = new AggregateCalls(this);
        List<Aggregate> calls =
                aggregate.getAggCallList().stream().map(aggregateCalls::translate).toList();
        GroupFold fold = new GroupFold(keys, input.bounded() ? -1 : windowEnd, calls, location());
        if (!input.bounded() && windowEnd < 0) {
            return changing.group(aggregate, input, fold);
        }
        String description = "keys " + aggregate.getGroupSet() + ", " + aggregate.getAggCallList();
        return fold("aggregate", description, keys, input, fold, starts, ends);
    }

    /**
     * Adds a fold of rows by a key, whose results come when a window is complete, or at the end of
     * bounded rows.
     *
     * @param keys columns of the key; without any, one task folds all rows
     * @param starts columns of the results that hold the starts of windows
     * @param ends columns of the results that hold the ends of windows
     */
    <A> OperatorRows fold(
            String kind,
            String description,
            List<Integer> keys,
            OperatorRows input,
            Fold<Object[], A, Object[]> fold,
            Set<Integer> starts,
            Set<Integer> ends) {
        String name = newName(kind);
        int tasks = tasks(keys);
        Flow<Object[]> flow =
                keys.isEmpty()
                        ? input.flowTo(1).fold(name, fold, acksOnArrival(input))
                        : input.flow()
                                .keyBy(Key.by(keys))
                                .tasks(tasks)
                                .fold(name, fold, acksOnArrival(input));
        String when = input.bounded() ? ", at the end" : ", when its window is complete";
        explanation.add(name + " <- " + input.components() + ": " + description + when);
        return new OperatorRows(
                Output.of(flow, List.of(name), tasks),
                input.bounded(),
                input.bounded(),
                false,
                Set.of(),
                starts,
                input.bounded() ? Set.of() : ends,
                tasks);
    }

    /** Returns the number of tasks of an operator with a key; one if the key has no columns. */
    int tasks(List<Integer> keys) {
        return keys.isEmpty() ? 1 : parallelism;
    }

    private OperatorRows translateSort(LogicalSort sort) {
        OperatorRows input = translate(sort.getInput());
        RelCollation collation = sort.getCollation();
        Order order = AggregateCalls.order(collation);
        int windowEnd = -1;
        long skip = constant(sort.offset, 0);
        long limit = constant(sort.fetch, -1);
        if (!input.bounded() && (input.changing() || !order.columns().isEmpty())) {
            windowEnd = sortedWindow(order, input);
            if (windowEnd < 0 && limit < 0 && skip == 0) {
                throw error(
                        "ORDER BY over a stream must begin with window_end or window_start,"
                                + " ascending, and window_end must be selected: rows are sorted"
                                + " within windows; or add LIMIT, for the first rows so far");
            }
            if (windowEnd < 0) {
                return changing.limit(input, order, skip, limit);
            }
        }
        String name = newName("sort");
        Flow<Object[]> flow =
                order.columns().isEmpty()
                        ? input.flowTo(1).each(name, new LimitStep(skip, limit))
                        : input.flowTo(1)
                                .fold(name, new SortFold(order, windowEnd), acksOnArrival(input));
        explanation.add(
                name
                        + " <- "
                        + input.components()
                        + ": "
                        + collation
                        + (limit < 0 ? "" : ", limit " + limit)
                        + (skip == 0 ? "" : ", offset " + skip));
        boolean atEnd = input.bounded() && (!order.columns().isEmpty() || input.emittedAtEnd());
        if (order.columns().isEmpty() || (skip == 0 && limit < 0)) {
            return input.emittedBy(flow, List.of(name), 1, atEnd);
        }
        String limitName = newName("limit");
        explanation.add(limitName + " <- [" + name + "]");
        return input.emittedBy(
                flow.tasks(1).each(limitName, new LimitStep(skip, limit)),
                List.of(limitName),
                1,
                atEnd);
    }

    /** Returns the column of the windows within which rows are sorted; -1 if there is none. */
    private static int sortedWindow(Order order, OperatorRows input) {
        if (order.columns().isEmpty() || input.windowEnds().size() != 1) {
            return -1;
        }
        Order.By first = order.columns().get(0);
        boolean byWindow =
                input.windowEnds().contains(first.column())
                        || input.windowStarts().contains(first.column());
        return byWindow && !first.descending() ? input.windowEnds().iterator().next() : -1;
    }

    private long constant(@Nullable RexNode literal, long defaultValue) {
        if (literal == null) {
            return defaultValue;
        }
        if (literal instanceof RexLiteral number) {
            return Objects.requireNonNull(number.getValueAs(Long.class));
        }
        throw error("LIMIT and OFFSET must be numbers");
    }

    private OperatorRows translateUnion(LogicalUnion union) {
        List<OperatorRows> inputs = union.getInputs().stream().map(this::translate).toList();
        if (inputs.stream().anyMatch(OperatorRows::changing)) {
            return changing.union(inputs);
        }
        @Nullable Flow<Object[]> flow = null;
        List<String> components = new ArrayList<>();
        boolean bounded = true;
        boolean atEnd = false;
        @Nullable Set<Integer> times = null;
        @Nullable Set<Integer> starts = null;
        @Nullable Set<Integer> ends = null;
        int tasks = 1;
        for (OperatorRows rows : inputs) {
            flow = flow == null ? rows.flow() : flow.union(rows.flow());
            components.addAll(rows.components());
            bounded &= rows.bounded();
            atEnd |= rows.emittedAtEnd();
            tasks = Math.max(tasks, rows.tasks());
            // A bounded input sends no markers before its end, so none of its rows is late.
            times = intersection(times, rows.timeColumns());
            starts = intersection(starts, rows.windowStarts());
            ends = intersection(ends, rows.windowEnds());
        }
        return new OperatorRows(
                Output.of(Objects.requireNonNull(flow), components, tasks),
                bounded,
                atEnd,
                false,
                Objects.requireNonNull(times),
                Objects.requireNonNull(starts),
                Objects.requireNonNull(ends),
                tasks);
    }

    private static Set<Integer> intersection(@Nullable Set<Integer> previous, Set<Integer> next) {
        if (previous == null) {
            return next;
        }
        Set<Integer> common = new HashSet<>(previous);
        common.retainAll(next);
        return common;
    }
}
