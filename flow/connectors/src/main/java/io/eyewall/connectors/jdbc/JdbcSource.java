package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.time.Duration;
import org.apache.storm.tuple.Fields;

/**
 * Builds a spout that reads the rows of a query in the order of a growing column and polls for
 * more, at least once. After a restart it continues after the last row up to which all rows were
 * done; this progress is stored in the table {@code eyewall_offsets}. If there are several tasks,
 * each reads the rows whose number, divided by the number of tasks, leaves the task's index as
 * remainder.
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
     * Starts building a source.
     *
     * @param name the name under which the progress is stored
     * @param query the query, without {@code order by}
     * @param column a column of the result: integer, not negative, higher in each added row
     * @param fields columns of the result, which give the tuples' fields their names
     */
    public static JdbcSource of(
            Database database, String name, String query, String column, String... fields) {
        return new JdbcSource(database, Tables.checkName(name), query, column, fields.clone());
    }

    /**
     * Starts building a source that reads from the first row at each start and stores no progress.
     */
    public static JdbcSource anew(
            Database database, String query, String column, String... fields) {
        return new JdbcSource(database, "", query, column, fields.clone());
    }

    /** Sets the time between polls while there are no more rows; a second by default. */
    public JdbcSource pollEvery(Duration interval) {
        pollEvery = interval;
        return this;
    }

    /** Ends the source when there are no more rows. */
    public JdbcSource untilEnd() {
        untilEnd = true;
        return this;
    }

    @Override
    protected JdbcSource self() {
        return this;
    }

    /** Returns the spout. */
    public SourceSpout build() {
        JdbcQuery settings =
                new JdbcQuery(database, name, query, column, fields, pollEvery.toNanos(), untilEnd);
        return spout(
                (task, tasks, conf) -> new JdbcReader(settings, task, tasks), new Fields(fields));
    }
}
