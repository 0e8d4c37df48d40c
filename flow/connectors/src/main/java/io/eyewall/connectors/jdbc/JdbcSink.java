package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Builds a bolt that writes to a database, one transaction per batch: at least once, or each
 * position of a source exactly once with {@link #exactlyOnce}.
 */
public final class JdbcSink extends SinkBuilder<JdbcSink> {
    private JdbcTarget target;

    /** The name under which written positions are recorded; null: at least once. */
    private @Nullable String sinkName;

    private String positionField = "position";
    private boolean isTransactional;

    private JdbcSink(JdbcTarget target) {
        super(SinkOptions.DEFAULT);
        this.target = target;
    }

    /**
     * Inserts a row for each tuple.
     *
     * @param columns the table's columns; the tuples' fields have the same names
     */
    public static JdbcSink insert(Database database, String table, String... columns) {
        List<String> columnList = nonEmptyList(columns);
        return new JdbcSink(
                new JdbcTarget(
                        database,
                        JdbcStatements.insert(table, columnList),
                        columnList,
                        "",
                        new ArrayList<>(),
                        null));
    }

    /**
     * Inserts a row for each tuple, or updates the row with the same keys. Writing a tuple twice
     * has the same effect as once, even without {@link #exactlyOnce}.
     *
     * @param keys the columns of a unique index
     * @param columns the table's columns, including the keys; the tuples' fields have the same
     *     names
     */
    public static JdbcSink upsert(
            Database database, String table, List<String> keys, String... columns) {
        List<String> columnList = nonEmptyList(columns);
        if (keys.isEmpty() || !columnList.containsAll(keys)) {
            throw new IllegalArgumentException(
                    "keys must be some of the columns " + columnList + ": " + keys);
        }
        return new JdbcSink(
                new JdbcTarget(database, "", columnList, table, new ArrayList<>(keys), null));
    }

    /**
     * Executes a statement for each tuple, such as one that adds to a count.
     *
     * @param fields the tuples' fields for the parameters of the statement
     */
    public static JdbcSink statement(Database database, String sql, String... fields) {
        return new JdbcSink(
                new JdbcTarget(database, sql, nonEmptyList(fields), "", new ArrayList<>(), null));
    }

    private static List<String> nonEmptyList(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("no columns");
        }
        return new ArrayList<>(Arrays.asList(names));
    }

    /**
     * Writes each position exactly once, despite failures and {@code kill -9}: the written
     * positions are recorded in the table {@code eyewall_progress} (created if needed), in the same
     * transactions. Group the tuples by a value that is the same in each replay.
     *
     * @param name the sink's name, unique in this database; under another name everything is
     *     written again
     * @param field the field that holds a {@link io.eyewall.toolkit.progress.Position}
     */
    public JdbcSink exactlyOnce(String name, String field) {
        sinkName = Tables.checkName(name);
        positionField = field;
        return this;
    }

    /**
     * Writes each snapshot of the topology ({@code eyewall.snapshot.dir}) in one transaction, with
     * its number in the table {@code eyewall_progress} (created if needed): each row exactly once,
     * whatever operators are before the sink, despite failures and {@code kill -9}. Rows appear
     * when their snapshot is whole.
     *
     * @param name the sink's name, unique in this database
     */
    public JdbcSink transactional(String name) {
        sinkName = Tables.checkName(name);
        isTransactional = true;
        writeSnapshots();
        return this;
    }

    /**
     * Makes tuples for which a condition holds delete the row with their keys. Of the tuples of a
     * batch that have the same keys only the last one is executed. For upserts.
     *
     * @param condition reads a tuple
     */
    public JdbcSink deleteIf(Fn.Is<Tuple> condition) {
        if (target.keys().isEmpty()) {
            throw new IllegalStateException("deleteIf needs the keys of an upsert");
        }
        target = target.deletingIf(condition);
        return this;
    }

    @Override
    protected JdbcSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        JdbcTarget sinkTarget = target;
        String name = sinkName;
        String fieldOfPosition = isTransactional ? "" : positionField;
        return bolt(
                (task, tasks, conf) ->
                        new JdbcWriter(
                                sinkTarget,
                                name == null ? null : new JdbcProgress(name, task),
                                fieldOfPosition));
    }
}
