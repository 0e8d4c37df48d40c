package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.operator.Aggregate;
import io.eyewall.sql.operator.AggregateBolt;
import io.eyewall.sql.operator.CalcBolt;
import io.eyewall.sql.operator.KeyGrouping;
import io.eyewall.sql.operator.RowBolt;
import io.eyewall.sql.operator.SortBolt;
import io.eyewall.sql.operator.Streams;
import io.eyewall.sql.source.RowSpout;
import io.eyewall.sql.source.ValuesReader;
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
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalCalc;
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
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.Nullable;

/** From the plan of one query to operators of a topology. */
final class Translation {
    private final Catalog catalog;
    private final JavaTypeFactory types;
    private final TopologyBuilder builder;
    private final int parallelism;
    private final Function<String, RowSpout> sources;
    private final int offset;
    private final List<String> explained;

    /**
     * @param parallelism tasks of operators with a key
     * @param sources makes the spout of a table by its name
     * @param offset of the query in its script, for messages
     * @param explained is told of each operator
     */
    Translation(
            Catalog catalog,
            JavaTypeFactory types,
            TopologyBuilder builder,
            int parallelism,
            Function<String, RowSpout> sources,
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

    String name(String kind) {
        return kind + "-" + (explained.size() + 1);
    }

    Flow translate(RelNode node) {
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
            return new Windows(this).translate(function);
        }
        if (node instanceof LogicalJoin join) {
            return new Joins(this).translate(join);
        }
        throw refuse(
                "not supported: "
                        + node.getRelTypeName()
                                .replace("Logical", "")
                                .toUpperCase(java.util.Locale.ROOT)
                        + "; docs/sql.md lists what is");
    }

    private Flow scan(TableScan scan) {
        String table = scan.getTable().getQualifiedName().get(0);
        Catalog.Defined defined = Objects.requireNonNull(catalog.table(table), table);
        String name = name(table);
        builder.setSpout(name, sources.apply(table));
        explained.add(name + ": source " + (defined.isStream() ? "stream " : "table ") + table);
        Set<Integer> times =
                defined.isStream() && defined.timeColumn() >= 0
                        ? Set.of(defined.timeColumn())
                        : Set.of();
        return new Flow(List.of(name), !defined.isStream(), times, Set.of(), Set.of(), 1);
    }

    private Flow values(LogicalValues values) {
        List<Object[]> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            Object[] row = new Object[tuple.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = Literals.value(tuple.get(i));
            }
            rows.add(row);
        }
        String name = name("values");
        builder.setSpout(name, new RowSpout(new ValuesReader(rows), -1, 0, false));
        explained.add(name + ": " + rows.size() + " rows of the query");
        return new Flow(List.of(name), true, Set.of(), Set.of(), Set.of(), 1);
    }

    Flow calc(RexProgram program, Flow input) {
        if (RexOver.containsOver(program)) {
            throw refuse("not supported: OVER; group by a window of TUMBLE, HOP or SESSION");
        }
        String name = name("calc");
        add(name, new CalcBolt(RowCode.of(program, types)), input, null, input.tasks());
        explained.add(name + " <- " + input.components() + ": " + program);
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
        return new Flow(List.of(name), input.bounded(), times, starts, ends, input.tasks());
    }

    private static void carry(Set<Integer> from, int column, Set<Integer> to, int place) {
        if (from.contains(column)) {
            to.add(place);
        }
    }

    /**
     * Adds an operator with one input.
     *
     * @param keys columns by which rows are divided among tasks; null for any
     */
    void add(String name, RowBolt bolt, Flow input, int @Nullable [] keys, int tasks) {
        follow(builder.setBolt(name, bolt, tasks), input, keys, tasks);
    }

    static void follow(BoltDeclarer declarer, Flow input, int @Nullable [] keys, int tasks) {
        for (String component : input.components()) {
            if (tasks == 1) {
                declarer.globalGrouping(component);
            } else if (keys == null) {
                declarer.localOrShuffleGrouping(component);
            } else {
                declarer.customGrouping(component, new KeyGrouping(keys));
            }
            declarer.allGrouping(component, Streams.MARKS);
        }
    }

    TopologyBuilder builder() {
        return builder;
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

    private Flow aggregate(LogicalAggregate aggregate) {
        Flow input = translate(aggregate.getInput());
        if (aggregate.getGroupSets().size() > 1) {
            throw refuse("not supported: GROUPING SETS, CUBE and ROLLUP");
        }
        int[] keys = aggregate.getGroupSet().toArray();
        int windowEnd = -1;
        Set<Integer> starts = new HashSet<>();
        Set<Integer> ends = new HashSet<>();
        for (int i = 0; i < keys.length; i++) {
            carry(input.starts(), keys[i], starts, i);
            if (input.ends().contains(keys[i])) {
                windowEnd = keys[i];
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
        int tasks = keys.length == 0 ? 1 : parallelism;
        add(
                name,
                new AggregateBolt(keys, input.bounded() ? -1 : windowEnd, calls),
                input,
                keys,
                tasks);
        explained.add(
                name
                        + " <- "
                        + input.components()
                        + ": keys "
                        + aggregate.getGroupSet()
                        + ", "
                        + aggregate.getAggCallList()
                        + (input.bounded() ? ", at the end" : ", when its window is complete"));
        return new Flow(
                List.of(name),
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

    private Flow sort(LogicalSort sort) {
        Flow input = translate(sort.getInput());
        RelCollation collation = sort.getCollation();
        List<SortBolt.By> order = new ArrayList<>();
        for (RelFieldCollation field : collation.getFieldCollations()) {
            boolean nullsFirst =
                    field.nullDirection == NullDirection.FIRST
                            || (field.nullDirection == NullDirection.UNSPECIFIED
                                    && field.getDirection().isDescending());
            order.add(
                    new SortBolt.By(
                            field.getFieldIndex(),
                            field.getDirection().isDescending(),
                            nullsFirst));
        }
        int windowEnd = -1;
        if (!input.bounded() && !order.isEmpty()) {
            SortBolt.By first = order.get(0);
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
        add(name, new SortBolt(order, windowEnd, skip, limit), input, null, 1);
        explained.add(
                name
                        + " <- "
                        + input.components()
                        + ": "
                        + collation
                        + (limit < 0 ? "" : ", limit " + limit)
                        + (skip == 0 ? "" : ", offset " + skip));
        return input.from(name, 1);
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

    private Flow union(LogicalUnion union) {
        List<String> components = new ArrayList<>();
        boolean bounded = true;
        @Nullable Set<Integer> times = null;
        @Nullable Set<Integer> starts = null;
        @Nullable Set<Integer> ends = null;
        int tasks = 1;
        for (RelNode input : union.getInputs()) {
            Flow flow = translate(input);
            components.addAll(flow.components());
            bounded &= flow.bounded();
            tasks = Math.max(tasks, flow.tasks());
            // A bounded input sends no marks before its end, so nothing of it is late.
            times = both(times, flow.times());
            starts = both(starts, flow.starts());
            ends = both(ends, flow.ends());
        }
        return new Flow(
                components,
                bounded,
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
