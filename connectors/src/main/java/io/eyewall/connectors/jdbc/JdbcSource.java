package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.time.Duration;
import org.apache.storm.tuple.Fields;

/**
 * Makes a spout that reads the rows of a query in the order of a column that grows, asks for more
 * again and again, and after a restart goes on behind the last row before which all were done (kept
 * in the table {@code eyewall_offsets}). At least once. Several tasks share the rows by the
 * column's remainder.
 *
 * <p>A row that is committed later than rows with higher numbers may be missed: let one transaction
 * at a time write, or let the query leave out rows of the last seconds.
 */
public final class JdbcSource extends SourceBuilder<JdbcSource> {
    private final Database database;
    private final String name;
    private final String query;
    private final String column;
    private final String[] fields;
    private Duration pollEvery = Duration.ofSeconds(1);
    private boolean untilEnd;

    private JdbcSource(
            Database database, String name, String query, String column, String... fields) {
        this.database = database;
        this.name = name;
        this.query = query;
        this.column = column;
        this.fields = fields;
        if (fields.length == 0) {
            throw new IllegalArgumentException("no fields to read");
        }
    }

    /**
     * Begins one.
     *
     * @param name under which it is kept how far it is
     * @param query without {@code order by}
     * @param column of the result, integer, not negative, grows with each row that is added
     * @param fields columns of the result; those of the tuples are named so
     */
    public static JdbcSource of(
            Database database, String name, String query, String column, String... fields) {
        return new JdbcSource(database, Tables.name(name), query, column, fields.clone());
    }

    /** The same, but from the first row whenever the topology starts: nothing is kept. */
    public static JdbcSource anew(
            Database database, String query, String column, String... fields) {
        return new JdbcSource(database, "", query, column, fields.clone());
    }

    /** How long to wait when there were no more rows; a second unless told otherwise. */
    public JdbcSource pollEvery(Duration interval) {
        pollEvery = interval;
        return this;
    }

    /** Ends when there are no more rows. */
    public JdbcSource untilEnd() {
        untilEnd = true;
        return this;
    }

    @Override
    protected JdbcSource self() {
        return this;
    }

    /** The spout. */
    public SourceSpout build() {
        JdbcQuery asked =
                new JdbcQuery(database, name, query, column, fields, pollEvery.toNanos(), untilEnd);
        return spout((task, tasks, conf) -> new JdbcReader(asked, task, tasks), new Fields(fields));
    }
}
