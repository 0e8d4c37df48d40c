package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a bolt that writes to a database, one transaction for each batch; at least once, or with
 * {@link #exactlyOnce} each position of a source once.
 */
public final class JdbcSink extends SinkBuilder<JdbcSink> {
    private final JdbcTarget target;
    private @Nullable String sinkName;
    private String positionField = "position";

    private JdbcSink(JdbcTarget target) {
        super(SinkOptions.DEFAULT);
        this.target = target;
    }

    /**
     * A row for each tuple.
     *
     * @param columns of the table; fields of the tuples have the same names
     */
    public static JdbcSink insert(Database database, String table, String... columns) {
        List<String> all = list(columns);
        return new JdbcSink(
                new JdbcTarget(
                        database, JdbcStatements.insert(table, all), all, "", new ArrayList<>()));
    }

    /**
     * A row for each tuple, or the row with the same keys changed. Without {@link #exactlyOnce}
     * too, writing twice does no harm.
     *
     * @param keys of a unique index
     * @param columns of the table, the keys among them; fields of the tuples have the same names
     */
    public static JdbcSink upsert(
            Database database, String table, List<String> keys, String... columns) {
        List<String> all = list(columns);
        if (keys.isEmpty() || !all.containsAll(keys)) {
            throw new IllegalArgumentException(
                    "keys must be some of the columns " + all + ": " + keys);
        }
        return new JdbcSink(new JdbcTarget(database, "", all, table, new ArrayList<>(keys)));
    }

    /**
     * A statement for each tuple, such as one that adds to a count.
     *
     * @param fields of the tuples, for the parameters of the statement
     */
    public static JdbcSink statement(Database database, String sql, String... fields) {
        return new JdbcSink(new JdbcTarget(database, sql, list(fields), "", new ArrayList<>()));
    }

    private static List<String> list(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("no columns");
        }
        return new ArrayList<>(Arrays.asList(names));
    }

    /**
     * Writes each position once, through failures and {@code kill -9}: what is written is kept in
     * the table {@code eyewall_progress} (created unless it is there), in the same transactions.
     * Group the tuples by something that is the same in each replay.
     *
     * @param name of this sink among all of this database; with another name everything is written
     *     anew
     * @param field has a {@link io.eyewall.toolkit.progress.Position}
     */
    public JdbcSink exactlyOnce(String name, String field) {
        sinkName = Tables.name(name);
        positionField = field;
        return this;
    }

    @Override
    protected JdbcSink self() {
        return this;
    }

    /** The bolt. */
    public SinkBolt build() {
        JdbcTarget to = target;
        String sink = sinkName;
        String field = positionField;
        return bolt(
                (task, tasks, conf) ->
                        new JdbcWriter(
                                to, sink == null ? null : new JdbcProgress(sink, task), field));
    }
}
