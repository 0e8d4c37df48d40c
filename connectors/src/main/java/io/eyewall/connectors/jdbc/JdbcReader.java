package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/** One task's share of the rows. */
final class JdbcReader implements SourceReader {
    private final JdbcQuery query;
    private final int task;
    private final int tasks;
    private final JdbcOffsets offsets;
    private final TreeSet<Long> unfinished = new TreeSet<>();

    private @Nullable Connection connection;
    private boolean started;
    private long read;
    private long committed = -1;
    private long floor;
    private long askAgainAtNs;
    private boolean ended;

    JdbcReader(JdbcQuery query, int task, int tasks) {
        this.query = query;
        this.task = task;
        this.tasks = tasks;
        offsets = new JdbcOffsets(query.name(), task, tasks);
    }

    @Override
    public void open() throws Exception {
        try {
            Connection made = JdbcTimes.connect(query.database());
            connection = made;
            if (!started) {
                if (query.isKept()) {
                    offsets.createTable(made);
                    reads(offsets.read(made));
                }
                read = committed < 0 ? Long.MIN_VALUE : committed; // negative ones are refused
                started = true;
            }
            askAgainAtNs = Time.nanoTime();
        } catch (SQLException e) {
            throw Failures.of(e, "a connection");
        }
    }

    /** No task, of however many, will read a row again up to which those of all are done. */
    private void reads(JdbcOffsets.Done done) {
        committed = done.mine();
        floor = done.all() + 1;
    }

    private Connection connection() {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
    }

    @Override
    public List<Incoming> poll() throws Exception {
        if (Time.nanoTime() - askAgainAtNs < 0) {
            return List.of();
        }
        JdbcRows.Some some = some();
        List<Incoming> rows = some.rows();
        for (Incoming row : rows) {
            long id = row.position().offset();
            if (id == read) {
                throw new ConnectorException(
                        ConnectorException.Category.CONFIG,
                        "two rows have "
                                + query.column()
                                + " = "
                                + id
                                + ": expected a column in which each row has a number of its own,"
                                + " as one of a primary key has; the query is "
                                + query.query(),
                        null);
            }
            read = id;
            unfinished.add(id);
        }
        read = some.upTo();
        if (!some.hasMore()) {
            askAgainAtNs = Time.nanoTime() + query.pollEveryNs();
            ended = query.untilEnd() && rows.isEmpty();
        }
        return rows;
    }

    private JdbcRows.Some some() throws Exception {
        try {
            return new JdbcRows(connection(), query, task, tasks, floor).behind(read);
        } catch (SQLException e) {
            throw Failures.of(e, query.query());
        }
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void done(Incoming message) {
        unfinished.remove(message.position().offset());
    }

    @Override
    public void commit() throws Exception {
        long done = unfinished.isEmpty() ? read : unfinished.first() - 1; // less than 0: nothing
        if (query.isKept() && done > committed) {
            try {
                offsets.write(connection(), done);
                reads(offsets.read(connection()));
            } catch (SQLException e) {
                throw Failures.of(e, "how far source '" + query.name() + "' is");
            }
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // It is gone already.
            }
        }
    }
}
