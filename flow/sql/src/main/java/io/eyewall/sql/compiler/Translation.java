package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.function.Aggregate;
import io.eyewall.sql.function.CalcStep;
import io.eyewall.sql.function.GroupFold;
import io.eyewall.sql.function.Key;
import io.eyewall.sql.function.LimitStep;
import io.eyewall.sql.function.SortFold;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalCalc;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/** Translates the plan of one query to operators of a topology. */
final class Translation {
    private final Catalog catalog;
    private final JavaTypeFactory types;
    private final FlowBuilder builder;
    private final int parallelism;
    private final Function<String, SqlTable> sources;
    private final int offset;
    private final List<String> explained;

    /**
     * Creates the translation of one query.
     *
     * @param parallelism number of tasks of operators with a key
     * @param sources returns the source of a table by the table's name
     * @param offset offset of the query in its script, for messages
     * @param explained list to which the translation adds a line for each operator
     */
    Translation(
            Catalog catalog,
            JavaTypeFactory types,
            FlowBuilder builder,
            int parallelism,
            Function<String, SqlTable> sources,
            int offset,
            List<String> explained) {
        this.catalog = catalog;
        this.types = types;
        this.builder = builder;
        this.parallelism = parallelism;
        this.sources = sources;
        this.offset = offset;
        this.explained = explained;
    }

    SqlException refuse(String what) {
        return catalog.wrong(offset, what);
    }

    /** Returns the place of the query for error messages. */
    String place() {
        SqlException at = refuse("");
        return "the query at " + at.line() + ":" + at.column();
    }

    String name(String kind) {
        return kind + "-" + (explained.size() + 1);
    }

    OperatorRows translate(RelNode node) {
        if (node instanceof TableScan scan) {
            return scan(scan);
        }
        if (node instanceof LogicalCalc calc) {
            return calc(calc.getProgram(), translate(calc.getInput()));
        }
        if (node instanceof LogicalValues values) {
            return values(values);
        }
        if (node instanceof LogicalAggregate aggregate) {
            return aggregate(aggregate);
        }
        if (node instanceof LogicalSort sort) {
            return sort(sort);
        }
        if (node instanceof LogicalUnion union && union.all) {
            return union(union);
        }
        if (node instanceof LogicalTableFunctionScan function) {
            return new WindowFunctions(this).translate(function);
        }
        if (node instanceof LogicalJoin join) {
            return new Joins(this).translate(join);
        }
        if (node instanceof SetOp set && set.all) {
            String name = set.kind.sql; // EXCEPT or INTERSECT
            throw refuse("not supported: " + name + " ALL; there is " + name + " without ALL");
        }
        if (node instanceof LogicalCorrelate) {
            throw refuse(
                    "not supported: this subquery that names columns of the query around it; join"
                            + " what it reads");
        }
        throw refuse(
                "not supported: "
                        + node.getRelTypeName()
                                .replace("Logical", "")
                                .toUpperCase(java.util.Locale.ROOT)
                        + "; docs/guides/sql.md lists what is");
    }

    private OperatorRows scan(TableScan scan) {
        String table = scan.getTable().getQualifiedName().get(0);
        Catalog.Defined defined = Objects.requireNonNull(catalog.table(table), table);
        String name = name(table);
        SqlTable read = sources.apply(table);
        explained.add(name + ": source " + (defined.isStream() ? "stream " : "table ") + table);
        Set<Integer> times =
                defined.isStream() && defined.timeColumn() >= 0
                        ? Set.of(defined.timeColumn())
                        : Set.of();
        return new OperatorRows(
                source(name, read), !defined.isStream(), false, times, Set.of(), Set.of(), 1);
    }

    private OperatorRows values(LogicalValues values) {
        List<Object[]> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            Object[] row = new Object[tuple.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = Literals.value(tuple.get(i));
            }
            rows.add(row);
        }
        String name = name("values");
        SqlTable read = SqlTable.of(spout(rows).build());
        explained.add(name + ": " + rows.size() + " rows of the query");
        return new OperatorRows(source(name, read), true, false, Set.of(), Set.of(), Set.of(), 1);
    }

    private Output source(String name, SqlTable read) {
        return Output.ofSource(
                name,
                (first, steps) ->
                        steps == null
                                ? builder.source(name, read.spout(), read.row())
                                : builder.source(name, read.spout(), 1, read.row(), steps));
    }

    /** Returns a generator of constant rows. */
    static Generator spout(List<Object[]> rows) {
        Object[][] all = rows.toArray(Object[][]::new);
        return Generator.of(number -> List.of((Object) all[(int) number].clone()), "value")
                .count(all.length);
    }

    OperatorRows calc(RexProgram program, OperatorRows input) {
        if (RexOver.containsOver(program)) {
            throw refuse(
                    "not supported: OVER, or a correlated subquery that needs it; group by a window"
                            + " of TUMBLE, HOP or SESSION, or join what the subquery reads");
        }
        program.getExprList().forEach(this::refuseSubquery);
        String name = name("calc");
        String where =
                input.output()
                        .then(
                                name,
                                new CalcStep(
                                        RowCode.of(program, types),
                                        place(),
                                        program.getInputRowType().getFieldNames()));
        explained.add(where + ": " + program);
        Set<Integer> times = new HashSet<>();
        Set<Integer> starts = new HashSet<>();
        Set<Integer> ends = new HashSet<>();
        for (int i = 0; i < program.getProjectList().size(); i++) {
            RexNode expression = program.expandLocalRef(program.getProjectList().get(i));
            if (expression instanceof RexInputRef column) {
                carry(input.times(), column.getIndex(), times, i);
                carry(input.starts(), column.getIndex(), starts, i);
                carry(input.ends(), column.getIndex(), ends, i);
            }
        }
        return new OperatorRows(
                input.output(), input.bounded(), input.atEnd(), times, starts, ends, input.tasks());
    }

    /** Refuses an expression with a subquery that no rule could replace by a join. */
    void refuseSubquery(RexNode expression) {
        if (RexUtil.SubQueryFinder.find(expression) != null) {
            throw refuse(
                    "not supported: this subquery where it stands, as in ON of an outer join; write"
                            + " it in WHERE, or join what it reads");
        }
    }

    private static void carry(Set<Integer> from, int column, Set<Integer> to, int place) {
        if (from.contains(column)) {
            to.add(place);
        }
    }

    int parallelism() {
        return parallelism;
    }

    JavaTypeFactory types() {
        return types;
    }

    void explain(String line) {
        explained.add(line);
    }

    private OperatorRows aggregate(LogicalAggregate aggregate) {
        OperatorRows input = translate(aggregate.getInput());
        if (aggregate.getGroupSets().size() > 1) {
            throw refuse("not supported: GROUPING SETS, CUBE and ROLLUP");
        }
        List<Integer> keys = List.copyOf(aggregate.getGroupSet().asList());
        int windowEnd = -1;
        Set<Integer> starts = new HashSet<>();
        Set<Integer> ends = new HashSet<>();
        for (int i = 0; i < keys.size(); i++) {
            carry(input.starts(), keys.get(i), starts, i);
            if (input.ends().contains(keys.get(i))) {
                windowEnd = keys.get(i);
                ends.add(i);
            }
        }
        if (!input.bounded() && windowEnd < 0) {
            throw refuse(
                    (aggregate.getAggCallList().isEmpty() ? "DISTINCT or " : "")
                            + "GROUP BY over a stream needs the column window_end of TUMBLE, HOP or"
                            + " SESSION among its keys: otherwise no group is ever complete; or"
                            + " CREATE TABLE instead of STREAM, if it ends");
        }
        List<Aggregate> calls = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            calls.add(call(call));
        }
        String name = name("aggregate");
        int tasks = keys.isEmpty() ? 1 : parallelism;
        GroupFold fold = new GroupFold(keys, input.bounded() ? -1 : windowEnd, calls, place());
        Flow<Object[]> flow =
                keys.isEmpty()
                        ? input.to(1).fold(name, fold, input.acksAtOnce())
                        : input.flow()
                                .keyBy(Key.by(keys))
                                .tasks(tasks)
                                .fold(name, fold, input.acksAtOnce());
        explained.add(
                name
                        + " <- "
                        + input.components()
                        + ": keys "
                        + aggregate.getGroupSet()
                        + ", "
                        + aggregate.getAggCallList()
                        + (input.bounded() ? ", at the end" : ", when its window is complete"));
        return new OperatorRows(
                Output.of(flow, List.of(name), tasks),
                input.bounded(),
                input.bounded(),
                Set.of(),
                starts,
                input.bounded() ? Set.of() : ends,
                tasks);
    }

    private Aggregate call(AggregateCall call) {
        Aggregate.Kind kind =
                switch (call.getAggregation().getKind()) {
                    case COUNT -> Aggregate.Kind.COUNT;
                    case SUM -> Aggregate.Kind.SUM;
                    case SUM0 -> Aggregate.Kind.SUM0;
                    case MIN -> Aggregate.Kind.MIN;
                    case MAX -> Aggregate.Kind.MAX;
                    case ANY_VALUE -> Aggregate.Kind.ANY_VALUE;
                    case LITERAL_AGG -> Aggregate.Kind.LITERAL;
                    case SINGLE_VALUE -> Aggregate.Kind.SINGLE_VALUE;
                    default ->
                            throw refuse(
                                    "not supported: the aggregate function "
                                            + call.getAggregation().getName()
                                            + "; there are COUNT, SUM, AVG, MIN, MAX, ANY_VALUE,"
                                            + " STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP");
                };
        if (!call.getCollation().getFieldCollations().isEmpty() || call.distinctKeys != null) {
            throw refuse("not supported: WITHIN GROUP and WITHIN DISTINCT");
        }
        Aggregate.Type type =
                switch (call.getType().getSqlTypeName()) {
                    case TINYINT, SMALLINT, INTEGER, BIGINT -> Aggregate.Type.LONG;
                    case DECIMAL -> Aggregate.Type.DECIMAL;
                    case REAL, FLOAT, DOUBLE -> Aggregate.Type.DOUBLE;
                    default -> Aggregate.Type.OTHER;
                };
        boolean adds = kind == Aggregate.Kind.SUM || kind == Aggregate.Kind.SUM0;
        if (adds && type == Aggregate.Type.OTHER) {
            throw refuse("not supported: SUM of " + call.getType());
        }
        return new Aggregate(
                kind,
                List.copyOf(call.getArgList()),
                call.filterArg,
                call.isDistinct(),
                type,
                kind == Aggregate.Kind.LITERAL
                        ? (Serializable) Literals.value((RexLiteral) call.rexList.get(0))
                        : null);
    }

    private OperatorRows sort(LogicalSort sort) {
        OperatorRows input = translate(sort.getInput());
        RelCollation collation = sort.getCollation();
        List<SortFold.By> order = new ArrayList<>();
        for (RelFieldCollation field : collation.getFieldCollations()) {
            boolean nullsFirst =
                    field.nullDirection == NullDirection.FIRST
                            || (field.nullDirection == NullDirection.UNSPECIFIED
                                    && field.getDirection().isDescending());
            order.add(
                    new SortFold.By(
                            field.getFieldIndex(),
                            field.getDirection().isDescending(),
                            nullsFirst));
        }
        int windowEnd = -1;
        if (!input.bounded() && !order.isEmpty()) {
            SortFold.By first = order.get(0);
            boolean byWindow =
                    input.ends().contains(first.column())
                            || input.starts().contains(first.column());
            if (!byWindow || first.descending() || input.ends().size() != 1) {
                throw refuse(
                        "ORDER BY over a stream must begin with window_end or window_start,"
                                + " ascending, and window_end must be selected: rows are sorted"
                                + " within windows");
            }
            windowEnd = input.ends().iterator().next();
        }
        long skip = number(sort.offset, 0);
        long limit = number(sort.fetch, -1);
        String name = name("sort");
        Flow<Object[]> flow =
                order.isEmpty()
                        ? input.to(1).each(name, new LimitStep(skip, limit))
                        : input.to(1)
                                .fold(name, new SortFold(order, windowEnd), input.acksAtOnce());
        explained.add(
                name
                        + " <- "
                        + input.components()
                        + ": "
                        + collation
                        + (limit < 0 ? "" : ", limit " + limit)
                        + (skip == 0 ? "" : ", offset " + skip));
        boolean atEnd = input.bounded() && (!order.isEmpty() || input.atEnd());
        if (order.isEmpty() || (skip == 0 && limit < 0)) {
            return input.from(flow, name, 1, atEnd);
        }
        String cut = name("limit");
        explained.add(cut + " <- [" + name + "]");
        return input.from(flow.tasks(1).each(cut, new LimitStep(skip, limit)), cut, 1, atEnd);
    }

    private long number(@Nullable RexNode literal, long otherwise) {
        if (literal == null) {
            return otherwise;
        }
        if (literal instanceof RexLiteral number) {
            return Objects.requireNonNull(number.getValueAs(Long.class));
        }
        throw refuse("LIMIT and OFFSET must be numbers");
    }

    private OperatorRows union(LogicalUnion union) {
        @Nullable Flow<Object[]> flow = null;
        List<String> components = new ArrayList<>();
        boolean bounded = true;
        boolean atEnd = false;
        @Nullable Set<Integer> times = null;
        @Nullable Set<Integer> starts = null;
        @Nullable Set<Integer> ends = null;
        int tasks = 1;
        for (RelNode input : union.getInputs()) {
            OperatorRows rows = translate(input);
            flow = flow == null ? rows.flow() : flow.union(rows.flow());
            components.addAll(rows.components());
            bounded &= rows.bounded();
            atEnd |= rows.atEnd();
            tasks = Math.max(tasks, rows.tasks());
            // A bounded input sends no markers before its end, so none of its rows is late.
            times = both(times, rows.times());
            starts = both(starts, rows.starts());
            ends = both(ends, rows.ends());
        }
        return new OperatorRows(
                Output.of(Objects.requireNonNull(flow), components, tasks),
                bounded,
                atEnd,
                Objects.requireNonNull(times),
                Objects.requireNonNull(starts),
                Objects.requireNonNull(ends),
                tasks);
    }

    private static Set<Integer> both(@Nullable Set<Integer> so, Set<Integer> more) {
        if (so == null) {
            return more;
        }
        Set<Integer> both = new HashSet<>(so);
        both.retainAll(more);
        return both;
    }
}
