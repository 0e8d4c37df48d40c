package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.row.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeImpl;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.schema.impl.ViewTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The tables, views and functions that a script has defined so far. */
final class Catalog {
    /** A table or stream that the script defines: a source, a sink, or both. */
    static final class Defined extends AbstractTable {
        private final Statement.Create statement;
        private final RelDataType type;
        private final List<Column> columns;
        private final boolean stream;
        private final long delayMs;

        private Defined(
                Statement.Create statement,
                RelDataType type,
                List<Column> columns,
                boolean stream,
                long delayMs) {
            this.statement = statement;
            this.type = type;
            this.columns = columns;
            this.stream = stream;
            this.delayMs = delayMs;
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory factory) {
            return type;
        }

        Statement.Create statement() {
            return statement;
        }

        List<Column> columns() {
            return columns;
        }

        /**
         * Returns whether the table was created by CREATE STREAM, so that its rows may have no end.
         */
        boolean isStream() {
            return stream;
        }

        /** Returns by how much a row's time may lie before the greatest time of earlier rows. */
        long delayMs() {
            return delayMs;
        }

        /**
         * Returns the index of the column that holds the event time or the current time; -1 if
         * there is none.
         */
        int timeColumn() {
            for (int i = 0; i < statement.columns().size(); i++) {
                if (columns.get(i).name().equals(statement.timeColumn())
                        || statement.columns().get(i).processingTime()) {
                    return i;
                }
            }
            return -1;
        }

        boolean hasProcessingTime() {
            return statement.columns().stream().anyMatch(Statement.DeclaredColumn::processingTime);
        }
    }

    private final String script;
    private final SchemaPlus schema;
    private final JavaTypeFactory types;
    private final Map<String, Defined> tables = new LinkedHashMap<>();
    private final Set<String> usedNames = new HashSet<>();
    private final ClassLoader loader;

    Catalog(String script, SchemaPlus schema, JavaTypeFactory types, ClassLoader loader) {
        this.script = script;
        this.schema = schema;
        this.types = types;
        this.loader = loader;
        SqlTypes.POSTGRESQL_NAMES.forEach(
                (name, type) -> schema.add(name, factory -> factory.createSqlType(type)));
    }

    /** Returns an error with the line and column of an offset in the script. */
    SqlException error(int offset, String message) {
        return Token.errorAt(script, offset, message);
    }

    @Nullable Defined table(String name) {
        return tables.get(name.toLowerCase(Locale.ROOT));
    }

    Set<String> tableNames() {
        return tables.keySet();
    }

    /** Defines a table or stream. */
    void define(Statement.Create create) {
        claimName(create.offset(), create.name());
        RelDataTypeFactory.Builder row = types.builder();
        List<Column> columns = new ArrayList<>();
        for (Statement.DeclaredColumn declared : create.columns()) {
            if (columns.stream().anyMatch(c -> c.name().equalsIgnoreCase(declared.name()))) {
                throw error(
                        declared.type().offset(),
                        "column " + declared.name() + " is declared twice");
            }
            RelDataType parsed = Types.parseType(this, types, declared.type());
            RelDataType type = types.createTypeWithNullability(parsed, !declared.required());
            Column column = SqlTypes.toColumn(declared.name(), type);
            if (column == null) {
                throw error(
                        declared.type().offset(),
                        "columns of type "
                                + type
                                + " are not supported; there are BOOLEAN, TINYINT"
                                + " to BIGINT, DECIMAL, REAL, DOUBLE, CHAR, VARCHAR, DATE, TIME,"
                                + " TIMESTAMP");
            }
            columns.add(column);
            row.add(declared.name(), type);
        }
        boolean stream = script.substring(create.offset()).matches("(?is)create\\s+stream\\b.*");
        Defined table =
                new Defined(
                        create,
                        row.build(),
                        columns,
                        stream,
                        create.delay().text().isEmpty()
                                ? 0
                                : Types.parseIntervalMs(this, create.delay()));
        int time = table.timeColumn();
        if (time >= 0 && columns.get(time).kind() != Column.Kind.TIMESTAMP) {
            throw error(create.offset(), "the column of WATERMARK must be a TIMESTAMP");
        }
        if (create.columns().stream().filter(Statement.DeclaredColumn::processingTime).count()
                        + (create.timeColumn() == null ? 0 : 1)
                > 1) {
            throw error(create.offset(), "a table has one WATERMARK or one PROCTIME() column");
        }
        add(table);
    }

    private void add(Defined table) {
        String name = table.statement().name();
        tables.put(name.toLowerCase(Locale.ROOT), table);
        schema.add(name, table);
    }

    /**
     * Defines a table with the columns of a query.
     *
     * @param row type of the query's rows
     * @param columns the columns of that type
     */
    void define(Statement.Create create, RelDataType row, List<Column> columns) {
        claimName(create.offset(), create.name());
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
                throw error(
                        create.offset(),
                        "the query has two columns "
                                + column.name()
                                + "; give one another name by AS");
            }
        }
        add(new Defined(create, row, columns, false, 0));
    }

    /** Reserves a name for a definition; throws if another definition has it. */
    private void claimName(int offset, String name) {
        if (!usedNames.add(name.toLowerCase(Locale.ROOT))) {
            throw error(offset, "'" + name + "' is defined already");
        }
    }

    /**
     * Defines a view. Each query that uses the view expands it into the query's own plan.
     *
     * @param row type of the view's rows. Calcite could derive it, but would read all names in
     *     upper case
     */
    void define(Statement.View view, RelDataType row) {
        claimName(view.offset(), view.name());
        schema.add(
                view.name(),
                new ViewTable(
                        Object[].class,
                        RelDataTypeImpl.proto(row),
                        view.query().text(),
                        List.of(),
                        List.of(view.name())));
    }

    /** Defines a function, which is the method {@code eval} of a class. */
    void define(Statement.Function function) {
        claimName(function.offset(), function.name());
        try {
            Class<?> type = Class.forName(function.className(), true, loader);
            ScalarFunction scalar = ScalarFunctionImpl.create(type, "eval");
            if (scalar == null) {
                throw error(
                        function.offset(),
                        "class " + function.className() + " has no public method 'eval'");
            }
            schema.add(function.name(), scalar);
        } catch (ClassNotFoundException | LinkageError e) {
            throw error(
                    function.offset(),
                    "class "
                            + function.className()
                            + " is not in the given jars; name its jar"
                            + " after the file");
        } catch (RuntimeException e) {
            if (e instanceof SqlException sqlException) {
                throw sqlException;
            }
            throw error(
                    function.offset(),
                    "class " + function.className() + " can't be a function: " + e.getMessage());
        }
    }

    static boolean isTime(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
    }
}
