package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.row.Column;
import io.eyewall.sql.row.ColumnsBolt;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.Nullable;

/** Compiles a script to one topology. Each instance compiles once and is confined to one thread. */
public final class SqlCompiler {
    /**
     * The result of compiling a script.
     *
     * @param topology the topology; null if the script only explains
     * @param explanation the plans of all queries, EXPLAIN or not, with their operators
     * @param unbounded whether at least one query has no end
     */
    public record Compiled(
            @Nullable StormTopology topology, String explanation, boolean unbounded) {}

    /**
     * Settings of a compilation.
     *
     * @param parallelism number of tasks of operators with a key, at least 1
     * @param json whether queries without INSERT print lines of JSON; otherwise they print CSV with
     *     a header
     */
    public record Settings(int parallelism, boolean json) {}

    private final String script;
    private final Settings settings;
    private final SchemaPlus schema = CalciteSchema.createRootSchema(false).plus();
    private final JavaTypeFactory types = new JavaTypeFactoryImpl(SqlTypes.RULES);
    private final Catalog catalog;
    private final Planning planning;
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> operators = new ArrayList<>();
    private final StringBuilder explanation = new StringBuilder();
    private final Set<String> written = new HashSet<>();
    private final ScriptFiles files;
    private final Map<String, Integer> standardInput = new LinkedHashMap<>();
    private @Nullable BiFunction<String, Boolean, SqlTable> testSources;
    private Function<Encoder, LineSink> printed = LineSink::standardOutput;
    private boolean unbounded;

    /**
     * Creates a compiler for one script.
     *
     * @param loader class loader that finds the classes of functions
     */
    public SqlCompiler(String script, Settings settings, ClassLoader loader) {
        this.script = script;
        this.settings = settings;
        this.catalog = new Catalog(script, schema, types, loader);
        this.planning = new Planning(script, schema);
        this.files = new ScriptFiles(catalog);
    }

    /**
     * Replaces sources and printed output for tests.
     *
     * @param sources returns the source of a table; its second argument is whether the query has no
     *     end
     * @param lines returns the sink of queries without a table
     */
    SqlCompiler with(
            BiFunction<String, Boolean, SqlTable> sources, Function<Encoder, LineSink> lines) {
        this.testSources = sources;
        this.printed = lines;
        return this;
    }

    SchemaPlus schema() {
        return schema;
    }

    Catalog catalog() {
        return catalog;
    }

    Planning planning() {
        return planning;
    }

    /**
     * Compiles all statements.
     *
     * @throws SqlException with the place in the script, if the script is wrong or asks for
     *     something unsupported
     */
    public Compiled compile() {
        boolean onlyExplains = true;
        boolean queries = false;
        for (Statement statement : ScriptParser.parse(script)) {
            if (statement instanceof Statement.Create create) {
                catalog.create(create);
            } else if (statement instanceof Statement.View view) {
                catalog.create(view, planning.plan(view.query()).validatedRowType);
            } else if (statement instanceof Statement.Function function) {
                catalog.create(function);
            } else if (statement instanceof Statement.Query query) {
                queries = true;
                onlyExplains &= query.explained();
                compile(query);
            }
        }
        if (!queries) {
            throw new SqlException(0, 0, "the script has no query; add SELECT or INSERT INTO");
        }
        if (onlyExplains) {
            return new Compiled(null, explanation.toString(), unbounded);
        }
        return new Compiled(builder.createTopology(), explanation.toString(), unbounded);
    }

    private void compile(Statement.Query query) {
        RelRoot root = planning.plan(query.query());
        RelNode plan = root.project();
        Sink sink = query.into() == null ? printed(query, plan) : table(query, plan);
        RelNode simple = simplify(query, sink.plan());
        int first = operators.size();
        boolean goesOn = readsStreams(simple);
        TopologyBuilder into = query.explained() ? new TopologyBuilder() : builder;
        Translation translation =
                new Translation(
                        catalog,
                        types,
                        new FlowBuilder(into),
                        settings.parallelism(),
                        name -> source(name, goesOn),
                        query.query().offset(),
                        operators);
        OperatorRows rows = translate(query, translation, simple);
        unbounded |= !rows.bounded();
        write(translation, rows, sink, into);
        explanation.append(Planning.print(simple)).append('\n');
        operators
                .subList(first, operators.size())
                .forEach(line -> explanation.append("  ").append(line).append('\n'));
    }

    private RelNode simplify(Statement.Query query, RelNode plan) {
        try {
            return Planning.simplify(plan);
        } catch (RuntimeException | AssertionError e) {
            throw noPlan(query, e);
        }
    }

    private OperatorRows translate(Statement.Query query, Translation translation, RelNode plan) {
        try {
            return translation.translate(plan);
        } catch (RuntimeException | AssertionError e) {
            throw noPlan(query, e);
        }
    }

    /** Returns the refusal of a query on which Calcite fails. */
    private SqlException noPlan(Statement.Query query, Throwable e) {
        return e instanceof SqlException known
                ? known
                : catalog.wrong(
                        query.query().offset(),
                        "not supported: no plan was found for this query ("
                                + e
                                + "); write it in another way, such as a join instead of a"
                                + " subquery");
    }

    /** Returns whether a plan reads at least one stream, so that some of its rows have no end. */
    private boolean readsStreams(RelNode plan) {
        if (plan instanceof TableScan scan) {
            Catalog.Defined table = catalog.table(scan.getTable().getQualifiedName().get(0));
            return table != null && table.isStream();
        }
        return plan.getInputs().stream().anyMatch(this::readsStreams);
    }

    private static void write(
            Translation translation, OperatorRows rows, Sink sink, TopologyBuilder into) {
        String name = translation.name("sink");
        if (sink.to().byColumn()) {
            String columns = name + "-columns";
            rows.to(1).to(columns, new ColumnsBolt(sink.columns()));
            Punctuation.follow(
                    into.setBolt(name, sink.to().bolt()).globalGrouping(columns), columns);
        } else {
            rows.to(1).to(name, sink.to().bolt());
        }
        translation.explain(name + " <- " + rows.components() + ": " + sink.what());
    }

    private record Sink(RelNode plan, Sinks.Sink to, List<Column> columns, String what) {}

    private Sink printed(Statement.Query query, RelNode plan) {
        List<Column> columns = columns(query, plan.getRowType());
        return new Sink(
                plan, Sinks.printed(columns, settings.json(), printed), columns, "standard output");
    }

    private List<Column> columns(Statement.Query query, RelDataType row) {
        List<Column> columns = new ArrayList<>();
        for (RelDataTypeField field : row.getFieldList()) {
            Column column = SqlTypes.column(field.getName(), field.getType());
            if (column == null) {
                throw catalog.wrong(
                        query.query().offset(),
                        "column "
                                + field.getName()
                                + " is of type "
                                + field.getType()
                                + ", which can't be written; CAST it");
            }
            columns.add(column);
        }
        return columns;
    }

    private Sink table(Statement.Query query, RelNode plan) {
        String name = Objects.requireNonNull(query.into());
        Catalog.Defined table = catalog.table(name);
        if (table == null) {
            throw catalog.wrong(
                    query.intoOffset(),
                    "no table '" + name + "'; there are " + catalog.tableNames());
        }
        if (!query.explained()) {
            if (!written.add(table.statement().name())) {
                throw catalog.wrong(
                        query.intoOffset(),
                        "two queries write " + name + "; join them by UNION ALL");
            }
            files.written(table);
        }
        return new Sink(
                cast(query, plan, table),
                new Sinks(catalog, table).sink(),
                table.columns(),
                "table " + name);
    }

    private RelNode cast(Statement.Query query, RelNode plan, Catalog.Defined table) {
        RelDataType wanted = table.getRowType(types);
        List<RelDataTypeField> fields = plan.getRowType().getFieldList();
        if (fields.size() != wanted.getFieldCount()) {
            throw catalog.wrong(
                    query.query().offset(),
                    "the query has "
                            + fields.size()
                            + " columns; table "
                            + query.into()
                            + " has "
                            + wanted.getFieldCount()
                            + ": "
                            + wanted.getFieldNames());
        }
        RexBuilder rex = plan.getCluster().getRexBuilder();
        List<RexNode> projects = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            RelDataType to = wanted.getFieldList().get(i).getType();
            RelDataType from = fields.get(i).getType();
            String column = wanted.getFieldNames().get(i);
            if (!SqlTypeUtil.canAssignFrom(to, from)) {
                throw catalog.wrong(
                        query.query().offset(),
                        "column " + column + " is " + to + ", the query has " + from + "; CAST it");
            }
            if (from.isNullable() && !to.isNullable()) {
                throw catalog.wrong(
                        query.query().offset(),
                        "column "
                                + column
                                + " is NOT NULL, but the query may have nulls; use"
                                + " COALESCE");
            }
            projects.add(rex.ensureType(to, rex.makeInputRef(plan, i), true));
        }
        return LogicalProject.create(plan, List.of(), projects, wanted.getFieldNames(), Set.of());
    }

    private SqlTable source(String name, boolean goesOn) {
        if (testSources != null) {
            return testSources.apply(name, goesOn);
        }
        Catalog.Defined table = Objects.requireNonNull(catalog.table(name), name);
        files.read(table);
        var connector = table.statement().options().get("connector");
        if (connector != null
                && connector.value().equals("stdin")
                && standardInput.merge("stdin", 1, Integer::sum) > 1) {
            throw catalog.wrong(
                    table.statement().offset(), "the standard input can be read once only");
        }
        return new Sources(catalog, table, goesOn).table();
    }
}
