package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/** One task's share of the rows. */
final class JdbcReader implements SourceReader {
    private static final int ROWS = 1000;

    private final JdbcQuery query;
    private final String allRows;
    private final JdbcOffsets offsets;
    private final TreeSet<Long> unfinished = new TreeSet<>();

    private @Nullable Connection connection;
    private String sql = "";
    private boolean started;
    private long read;
    private long committed = -1;
    private long floor;
    private long askAgainAtNs;
    private boolean ended;

    JdbcReader(JdbcQuery query, int task, int tasks) {
        this.query = query;
        allRows = query.sql(task, tasks);
        offsets = new JdbcOffsets(query.name(), task, tasks);
    }

    @Override
    public void open() throws Exception {
        try {
            Connection made = query.database().connect();
            connection = made;
            made.setAutoCommit(true); // a pool may want it otherwise
            String product = made.getMetaData().getDatabaseProductName();
            sql = allRows + JdbcStatements.limit(product, ROWS);
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
        List<Incoming> rows = new ArrayList<>();
        try (PreparedStatement select = connection().prepareStatement(sql)) {
            select.setMaxRows(ROWS);
            select.setLong(1, read);
            try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                    rows.add(row(result));
                }
            }
        } catch (SQLException e) {
            throw Failures.of(e, sql);
        }
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
        if (rows.size() < ROWS) {
            askAgainAtNs = Time.nanoTime() + query.pollEveryNs();
            ended = query.untilEnd() && rows.isEmpty();
        }
        return rows;
    }

    private Incoming row(ResultSet result) throws SQLException {
        List<Object> values = new ArrayList<>();
        for (String field : query.fields()) {
            values.add(result.getObject(field));
        }
        long id = result.getLong(query.column());
        if (id < 0) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG,
                    "a row has "
                            + query.column()
                            + " = "
                            + id
                            + ": expected numbers from 0; the query is "
                            + query.query(),
                    null);
        }
        return new Row(
                new Position(query.source(), id, floor), Collections.unmodifiableList(values));
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

    private record Row(Position position, List<Object> values) implements Incoming {
        @Override
        public String text() {
            return String.valueOf(values);
        }
    }
}
