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

/** Reads one task's share of the rows. */
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
    private long nextPollAtNs;
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
                    applyProgress(offsets.read(made));
                }
                // Starts at the minimum, so that negative numbers are found and refused.
                read = committed < 0 ? Long.MIN_VALUE : committed;
                started = true;
            }
            nextPollAtNs = Time.nanoTime();
        } catch (SQLException e) {
            throw Failures.of(e, "a connection");
        }
    }

    /**
     * Applies the progress. Rows up to {@code done.all()} are never read again by any task,
     * whatever the number of tasks.
     */
    private void applyProgress(JdbcOffsets.Done done) {
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
        if (Time.nanoTime() - nextPollAtNs < 0) {
            return List.of();
        }
        JdbcRows.Chunk readRows = readRows();
        List<Incoming> rows = readRows.rows();
        for (Incoming row : rows) {
            long id = row.position().offset();
            if (id == read) {
                throw new ConnectorException(
                        ConnectorException.Category.CONFIG,
                        "two rows have "
                                + query.column()
                                + " = "
                                + id
                                + ": expected a column with a unique number in each row,"
                                + " such as a primary key; the query is "
                                + query.query(),
                        null);
            }
            read = id;
            unfinished.add(id);
        }
        read = readRows.upTo();
        if (!readRows.hasMore()) {
            nextPollAtNs = Time.nanoTime() + query.pollEveryNs();
            ended = query.untilEnd() && rows.isEmpty();
        }
        return rows;
    }

    private JdbcRows.Chunk readRows() throws Exception {
        try {
            return new JdbcRows(connection(), query, task, tasks, floor).rowsAfter(read);
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
        long done =
                unfinished.isEmpty() ? read : unfinished.first() - 1; // negative: nothing is done
        if (query.isKept() && done > committed) {
            try {
                offsets.write(connection(), done);
                applyProgress(offsets.read(connection()));
            } catch (SQLException e) {
                throw Failures.of(e, "the progress of source '" + query.name() + "'");
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
                // The connection is lost already.
            }
        }
    }
}
