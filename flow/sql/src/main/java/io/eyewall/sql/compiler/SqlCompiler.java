package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.change.PrintedChanges;
import io.eyewall.sql.change.UpsertChanges;
import io.eyewall.sql.function.Key;
import io.eyewall.sql.row.Cells;
import io.eyewall.sql.row.Column;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
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
     * @param needsSnapshots why the results would be wrong if the script ran a second time without
     *     the state of the first; empty if they would not
     * @param fingerprint a text that scripts have in common if they differ in comments and spaces
     *     only
     */
    public record Compiled(
            @Nullable StormTopology topology,
            String explanation,
            boolean unbounded,
            String needsSnapshots,
            String fingerprint) {}

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
    private final Set<String> writtenTables = new HashSet<>();

    /** The places and names of transactional sinks. */
    private final Set<List<String>> transactionalNames = new HashSet<>();

    private final ScriptFiles files;
    private final Map<String, Integer> standardInputReaders = new LinkedHashMap<>();
    private @Nullable Function<String, SqlTable> testSources;
    private Function<Encoder, LineSink> lineSinks = LineSink::standardOutput;
    private boolean unbounded;

    /** The operators that keep rows or groups for ever, by query. */
    private final List<String> endlessStates = new ArrayList<>();

    /** The streams that go on where the last run ended. */
    private final Set<String> resumedStreams = new LinkedHashSet<>();

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
     * @param sources returns the source of a table
     * @param lines returns the sink of queries without a table
     */
    SqlCompiler withSourcesAndOutput(
            Function<String, SqlTable> sources, Function<Encoder, LineSink> lines) {
        this.testSources = sources;
        this.lineSinks = lines;
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
     * @throws SqlException with the location in the script, if the script is wrong or asks for
     *     something unsupported
     */
    public Compiled compile() {
        boolean onlyExplains = true;
        boolean hasQuery = false;
        for (Statement statement : ScriptParser.parse(script)) {
            if (statement instanceof Statement.Create create) {
                catalog.define(create);
            } else if (statement instanceof Statement.View view) {
                catalog.define(view, planning.plan(view.query()).validatedRowType);
            } else if (statement instanceof Statement.Function function) {
                catalog.define(function);
            } else if (statement instanceof Statement.CreateAs table) {
                hasQuery = true;
                onlyExplains = false;
                compile(table);
            } else if (statement instanceof Statement.Query query) {
                hasQuery = true;
                onlyExplains &= query.explained();
                compile(query);
            }
        }
        if (!hasQuery) {
            throw new SqlException(0, 0, "the script has no query; add SELECT or INSERT INTO");
        }
        return new Compiled(
                onlyExplains ? null : builder.createTopology(),
                explanation.toString(),
                unbounded,
                needsSnapshots(),
                Token.fingerprint(script));
    }

    private String needsSnapshots() {
        if (endlessStates.isEmpty() || resumedStreams.isEmpty()) {
            return "";
        }
        return "what has been read must be kept ("
                + endlessStates.get(0)
                + "), and "
                + String.join(", ", resumedStreams)
                + " goes on where the last run ended: a second run would begin with nothing";
    }

    private void compile(Statement.CreateAs table) {
        Statement.Query query =
                new Statement.Query(
                        table.offset(),
                        table.create().name(),
                        table.offset(),
                        table.query(),
                        false);
        RelRoot root = planning.plan(query.query());
        RelDataType row = root.validatedRowType;
        catalog.define(table.create(), row, outputColumns(query, row));
        compile(query, root);
    }

    private void compile(Statement.Query query) {
        compile(query, planning.plan(query.query()));
    }

    private void compile(Statement.Query query, RelRoot root) {
        RelNode plan = root.project();
        QuerySink sink = query.into() == null ? printingSink(query, plan) : tableSink(query, plan);
        RelNode simple = simplify(query, sink.plan());
        int first = operators.size();
        TopologyBuilder topologyBuilder = query.explained() ? new TopologyBuilder() : builder;
        Translation translation =
                new Translation(
                        catalog,
                        types,
                        new FlowBuilder(topologyBuilder),
                        settings.parallelism(),
                        this::createSource,
                        query.query().offset(),
                        simple,
                        operators);
        OperatorRows rows = translate(query, translation, simple);
        unbounded |= !rows.bounded();
        resumedStreams.addAll(translation.resumedStreams());
        if (translation.changing().areThere() && !query.explained()) {
            endlessStates.add(translation.changing().reason());
        }
        if (sink.table() == null) {
            print(translation, rows, sink);
        } else {
            write(query, translation, rows, sink, sink.table());
        }
        explanation.append(Planning.format(simple)).append('\n');
        operators
                .subList(first, operators.size())
                .forEach(line -> explanation.append("  ").append(line).append('\n'));
    }

    private RelNode simplify(Statement.Query query, RelNode plan) {
        try {
            return Planning.simplify(plan);
        } catch (RuntimeException | AssertionError e) {
            throw planError(query, e);
        }
    }

    private OperatorRows translate(Statement.Query query, Translation translation, RelNode plan) {
        try {
            return translation.translate(plan);
        } catch (RuntimeException | AssertionError e) {
            throw planError(query, e);
        }
    }

    /** Returns the refusal of a query on which Calcite fails. */
    private SqlException planError(Statement.Query query, Throwable e) {
        return e instanceof SqlException sqlException
                ? sqlException
                : catalog.error(
                        query.query().offset(),
                        "not supported: no plan was found for this query ("
                                + e
                                + "); write it in another way, such as a join instead of a"
                                + " subquery");
    }

    private void print(Translation translation, OperatorRows rows, QuerySink sink) {
        List<Column> columns = sink.columns();
        if (rows.changing()) {
            columns = new ArrayList<>(sink.columns());
            columns.add(
                    0,
                    new Column(changeColumn(columns), Column.Kind.TEXT, Column.ANY_SIZE, 0, true));
            String step = translation.newName("signs");
            translation.explain(
                    rows.output().addStep(step, new PrintedChanges()) + ": + and - before rows");
        }
        String name = translation.newName("sink");
        rows.flowTo(1).to(name, Sinks.printing(columns, settings.json(), lineSinks));
        translation.explain(name + " <- " + rows.components() + ": standard output");
    }

    /** Returns the name of the column that says whether a row is added or taken away. */
    private static String changeColumn(List<Column> columns) {
        String name = "change";
        for (int i = 1; isTaken(name, columns); i++) {
            name = "change" + i;
        }
        return name;
    }

    private static boolean isTaken(String name, List<Column> columns) {
        return columns.stream().anyMatch(column -> column.name().equalsIgnoreCase(name));
    }

    private void write(
            Statement.Query query,
            Translation translation,
            OperatorRows rows,
            QuerySink target,
            Catalog.Defined table) {
        Sinks.Sink sink = new Sinks(catalog, table, rows.changing()).create();
        List<String> inputs = rows.components();
        Flow<Object[]> flow = rows.flow();
        if (rows.changing() && !sink.takesChanges()) {
            if (sink.keys().isEmpty()) {
                throw catalog.error(
                        query.intoOffset(),
                        "the rows of this query change ("
                                + translation.changing().reason()
                                + "), and table "
                                + query.into()
                                + " has no keys by which they could be replaced; give it 'keys'"
                                + " (jdbc) or 'key' (a redis hash, kafka), or group by window_end");
            }
            String upsert = translation.newName("upsert");
            flow =
                    flow.keyBy(Key.by(sink.keys()))
                            .tasks(translation.parallelism())
                            .each(upsert, new UpsertChanges());
            translation.explain(upsert + " <- " + inputs + ": rows by their keys");
            inputs = List.of(upsert);
        }
        String name = translation.newName("sink");
        if (sink.byColumn()) {
            toColumns(flow.tasks(1), name, sink, target.columns(), rows.changing());
        } else {
            flow.tasks(1).to(name, sink.bolt());
        }
        translation.explain(name + " <- " + inputs + ": table " + query.into());
    }

    private static void toColumns(
            Flow<Object[]> flow,
            String name,
            Sinks.Sink sink,
            List<Column> columns,
            boolean deletes) {
        ArrayList<Column> serializable = new ArrayList<>(columns);
        List<String> fields = new ArrayList<>(columns.stream().map(Column::name).toList());
        if (deletes) {
            fields.add(Sinks.DELETION_FIELD);
        }
        flow.to(
                name,
                sink.bolt(),
                row -> {
                    List<Object> values = Cells.toDatabaseValues(serializable, row);
                    if (deletes) {
                        values.add(UpsertChanges.isDeletion(row));
                    }
                    return values;
                },
                fields.toArray(String[]::new));
    }

    /**
     * The destination of the rows of a query.
     *
     * @param plan the plan of the rows
     * @param table the table; null: they are printed
     */
    private record QuerySink(RelNode plan, List<Column> columns, Catalog.@Nullable Defined table) {}

    private QuerySink printingSink(Statement.Query query, RelNode plan) {
        return new QuerySink(plan, outputColumns(query, plan.getRowType()), null);
    }

    private List<Column> outputColumns(Statement.Query query, RelDataType row) {
        List<Column> columns = new ArrayList<>();
        for (RelDataTypeField field : row.getFieldList()) {
            Column column = SqlTypes.toColumn(field.getName(), field.getType());
            if (column == null) {
                throw catalog.error(
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

    private QuerySink tableSink(Statement.Query query, RelNode plan) {
        String name = Objects.requireNonNull(query.into());
        Catalog.Defined table = catalog.table(name);
        if (table == null) {
            throw catalog.error(
                    query.intoOffset(),
                    "no table '" + name + "'; there are " + catalog.tableNames());
        }
        if (!query.explained()) {
            if (!writtenTables.add(table.statement().name())) {
                throw catalog.error(
                        query.intoOffset(),
                        "two queries write " + name + "; join them by UNION ALL");
            }
            files.recordWritten(table);
            claimTransactionalName(query, table);
        }
        return new QuerySink(castToTable(query, plan, table), table.columns(), table);
    }

    /** Refuses two tables whose sinks would take each other for a former run of themselves. */
    private void claimTransactionalName(Statement.Query query, Catalog.Defined table) {
        Options options = new Options(catalog, table.statement());
        String name = options.text("transactional", "");
        if (!name.isEmpty()
                && !transactionalNames.add(
                        List.of(options.text("url", ""), options.text("servers", ""), name))) {
            throw catalog.error(
                    query.intoOffset(),
                    "two tables are written with the transactional name '"
                            + name
                            + "'; give each a name of its own");
        }
    }

    private RelNode castToTable(Statement.Query query, RelNode plan, Catalog.Defined table) {
        RelDataType tableType = table.getRowType(types);
        List<RelDataTypeField> fields = plan.getRowType().getFieldList();
        if (fields.size() != tableType.getFieldCount()) {
            throw catalog.error(
                    query.query().offset(),
                    "the query has "
                            + fields.size()
                            + " columns; table "
                            + query.into()
                            + " has "
                            + tableType.getFieldCount()
                            + ": "
                            + tableType.getFieldNames());
        }
        RexBuilder rex = plan.getCluster().getRexBuilder();
        List<RexNode> projects = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            RelDataType to = tableType.getFieldList().get(i).getType();
            RelDataType from = fields.get(i).getType();
            String column = tableType.getFieldNames().get(i);
            if (!SqlTypeUtil.canAssignFrom(to, from)) {
                throw catalog.error(
                        query.query().offset(),
                        "column " + column + " is " + to + ", the query has " + from + "; CAST it");
            }
            if (from.isNullable() && !to.isNullable()) {
                throw catalog.error(
                        query.query().offset(),
                        "column "
                                + column
                                + " is NOT NULL, but the query may have nulls; use"
                                + " COALESCE");
            }
            projects.add(rex.ensureType(to, rex.makeInputRef(plan, i), true));
        }
        return LogicalProject.create(
                plan, List.of(), projects, tableType.getFieldNames(), Set.of());
    }

    private SqlTable createSource(String name) {
        if (testSources != null) {
            return testSources.apply(name);
        }
        Catalog.Defined table = Objects.requireNonNull(catalog.table(name), name);
        files.recordRead(table);
        var connector = table.statement().options().get("connector");
        if (connector != null
                && connector.value().equals("stdin")
                && standardInputReaders.merge("stdin", 1, Integer::sum) > 1) {
            throw catalog.error(
                    table.statement().offset(), "the standard input can be read once only");
        }
        return new Sources(catalog, table).create();
    }
}
