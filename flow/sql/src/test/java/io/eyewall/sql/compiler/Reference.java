package io.eyewall.sql.compiler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.FrameworkConfig;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;
import org.apache.calcite.tools.Programs;
import org.jspecify.annotations.NullUnmarked;

/**
 * Calcite's own engine, on rows in memory: an oracle that shares the parser with us, no operator.
 */
@NullUnmarked // rows hold nulls
final class Reference {
    private final SchemaPlus schema = CalciteSchema.createRootSchema(false).plus();
    private final JavaTypeFactory types = new JavaTypeFactoryImpl(SqlTypes.RULES);
    private Map<String, List<Object[]>> tables = Map.of();

    /** A table of rows in memory. */
    private final class MemoryTable extends AbstractTable implements ScannableTable {
        private final String name;
        private final RelDataType type;

        MemoryTable(String name, RelDataType type) {
            this.name = name;
            this.type = type;
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory factory) {
            return type;
        }

        @Override
        public Enumerable<Object[]> scan(DataContext root) {
            return Linq4j.asEnumerable(tables.get(name));
        }
    }

    /** A query that has been planned, which takes a quarter of a second. */
    final class PlannedQuery {
        private final RelRoot root;
        private final int width;
        private final Bindable<?> code;

        private PlannedQuery(RelRoot root, RelNode plan) {
            this.root = root;
            this.width = plan.getRowType().getFieldCount();
            this.code =
                    EnumerableInterpretable.toBindable(
                            new HashMap<>(),
                            null,
                            (EnumerableRel) plan,
                            EnumerableRel.Prefer.ARRAY);
        }

        /** Returns the query's rows for the given rows of the tables. */
        List<Object[]> run(Map<String, List<Object[]>> rowsOfTables) {
            tables = rowsOfTables;
            List<Object[]> rows = new ArrayList<>();
            for (Object row : code.bind(new Context())) {
                Object[] all =
                        width == 1 && !(row instanceof Object[])
                                ? new Object[] {row}
                                : (Object[]) row;
                List<Object> projected = new ArrayList<>();
                root.fields.forEach(field -> projected.add(all[field.getKey()]));
                rows.add(projected.toArray());
            }
            return rows;
        }
    }

    /**
     * Creates an engine.
     *
     * @param names the tables that queries may read
     */
    Reference(Catalog catalog, Set<String> names) {
        names.forEach(
                name -> {
                    Catalog.Defined defined = catalog.table(name);
                    if (defined != null) {
                        schema.add(name, new MemoryTable(name, defined.getRowType(types)));
                    }
                });
    }

    /** Plans a query. */
    PlannedQuery plan(String query) throws Exception {
        FrameworkConfig config =
                Frameworks.newConfigBuilder()
                        .parserConfig(Planning.PARSER)
                        .defaultSchema(schema)
                        .typeSystem(SqlTypes.RULES)
                        .sqlToRelConverterConfig(SqlToRelConverter.config().withExpand(false))
                        .programs(Programs.standard())
                        .build();
        try (Planner planner = Frameworks.getPlanner(config)) {
            RelRoot root = planner.rel(planner.validate(planner.parse(query)));
            RelNode plan =
                    planner.transform(
                            0,
                            root.rel
                                    .getTraitSet()
                                    .replace(EnumerableConvention.INSTANCE)
                                    .replace(root.collation),
                            root.rel);
            return new PlannedQuery(root, plan);
        }
    }

    private final class Context implements DataContext {
        @Override
        public SchemaPlus getRootSchema() {
            return schema;
        }

        @Override
        public JavaTypeFactory getTypeFactory() {
            return types;
        }

        @Override
        public QueryProvider getQueryProvider() {
            return null;
        }

        @Override
        public Object get(String name) {
            return switch (name) {
                case "timeZone" -> TimeZone.getTimeZone("UTC");
                case "locale" -> Locale.ROOT;
                default -> null;
            };
        }
    }
}
