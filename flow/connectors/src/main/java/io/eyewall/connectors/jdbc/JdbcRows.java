package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of one task's share over one connection. A row with a column that can't be computed
 * fails the whole query, wherever the row is. The reader finds the first such row by querying
 * ranges of numbers, and returns it as a message without values, after the rows before it.
 */
final class JdbcRows {
    private static final int ROWS = 1000;
    private static final int VALID_SEC = 5;

    private final Connection connection;
    private final JdbcQuery query;
    private final int task;
    private final int tasks;
    private final long floor;
    private final String next;
    private final String range;
    private final String rowByRow;

    /**
     * Set while a bad row is searched; the database's preferred plans would process whole tables.
     */
    private boolean searching;

    /**
     * @param floor the floor of the rows' positions
     */
    JdbcRows(Connection connection, JdbcQuery query, int task, int tasks, long floor)
            throws SQLException {
        this.connection = connection;
        this.query = query;
        this.task = task;
        this.tasks = tasks;
        this.floor = floor;
        String product = connection.getMetaData().getDatabaseProductName();
        String limit = JdbcStatements.limit(product, ROWS);
        next = query.sql(task, tasks) + limit;
        range = query.range(task, tasks) + limit;
        rowByRow = JdbcStatements.rowByRow(product);
    }

    /**
     * The rows of one read.
     *
     * @param upTo the number up to which rows were read
     * @param hasMore whether more rows may be available already
     */
    record Chunk(List<Incoming> rows, long upTo, boolean hasMore) {}

    /**
     * Returns the rows after a number: at most {@link #ROWS} of them, and none after the first bad
     * one.
     */
    Chunk rowsAfter(long read) throws Exception {
        if (read == Long.MAX_VALUE) {
            return new Chunk(List.of(), read, false);
        }
        try {
            return chunk(select(next, read + 1), read);
        } catch (BadRecordException e) {
            return rowsAfter(read, e);
        }
    }

    private Chunk rowsAfter(long read, BadRecordException why) throws Exception {
        searching = !rowByRow.isEmpty();
        try {
            long from = Math.max(read, -1);
            // There are no rows in this range, so this fails only if the query itself is at fault.
            select(range, Long.MAX_VALUE, Long.MAX_VALUE);
            if (read < from) {
                select(range, read + 1, from); // negative numbers: refuses any row that it finds
            }
            return isBad(from, Long.MAX_VALUE)
                    ? chunkUpToBad(from)
                    : chunk(select(range, from + 1, Long.MAX_VALUE), from);
        } catch (BadRecordException e) {
            throw configError(why);
        } finally {
            searching = false;
        }
    }

    private static Chunk chunk(List<Incoming> rows, long read) {
        long last = rows.isEmpty() ? read : rows.get(rows.size() - 1).position().offset();
        return new Chunk(rows, last, rows.size() >= ROWS);
    }

    private Chunk chunkUpToBad(long from) throws Exception {
        long good = from;
        long last = from == Long.MAX_VALUE ? from : from + 1;
        while (!isBad(from, last)) { // doubles the range each time
            if (last == Long.MAX_VALUE) {
                return chunk(select(range, from + 1, last), from); // the row was repaired meanwhile
            }
            good = last;
            last = last > Long.MAX_VALUE - (last - from) ? Long.MAX_VALUE : last + (last - from);
        }
        while (last - good > 1) {
            long middle = good + (last - good) / 2;
            if (isBad(from, middle)) {
                last = middle;
            } else {
                good = middle;
            }
        }
        List<Incoming> rows =
                new ArrayList<>(good == from ? List.of() : select(range, from + 1, good));
        if (rows.size() >= ROWS) {
            return chunk(rows, from);
        }
        rows.addAll(oneOrBad(good, last));
        return new Chunk(rows, last, true);
    }

    /**
     * Returns the row or its failure; none if the row is another task's, which makes this task's
     * query fail nevertheless.
     */
    private List<Incoming> oneOrBad(long before, long id) throws Exception {
        try {
            return select(range, before + 1, id);
        } catch (BadRecordException e) {
            return id % tasks == task ? List.of(bad(id, e)) : List.of();
        }
    }

    private boolean isBad(long from, long last) throws Exception {
        try {
            select(range, from + 1, last);
            return false;
        } catch (BadRecordException e) {
            return true;
        }
    }

    private ConnectorException configError(BadRecordException e) {
        return new ConnectorException(
                Category.CONFIG,
                e.reason()
                        + "; the row cannot be determined, because the query fails for every range of"
                        + " rows: let no condition of the query fail, only its columns, and let "
                        + query.column()
                        + " have an index; the query is "
                        + query.query(),
                e);
    }

    private List<Incoming> select(String sql, long... parameters) throws Exception {
        try {
            return searching ? selectRowByRow(sql, parameters) : rows(sql, parameters);
        } catch (SQLException e) {
            throw Failures.of(e, sql);
        }
    }

    /** Selects in a transaction, so that the changed settings do not outlive it. */
    private List<Incoming> selectRowByRow(String sql, long... parameters) throws Exception {
        connection.setAutoCommit(false);
        try (Statement settings = connection.createStatement()) {
            settings.execute(rowByRow);
            return rows(sql, parameters);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private List<Incoming> rows(String sql, long... parameters) throws Exception {
        List<Incoming> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setMaxRows(ROWS);
            for (int i = 0; i < parameters.length; i++) {
                select.setLong(i + 1, parameters[i]);
            }
            try (ResultSet result = select.executeQuery()) {
                Map<String, Class<?>> times = JdbcTimes.columns(result.getMetaData());
                boolean noZones = JdbcTimes.hasNoZones(connection);
                while (result.next()) {
                    rows.add(row(result, times, noZones));
                }
            }
        }
        return rows;
    }

    private Incoming row(ResultSet result, Map<String, Class<?>> times, boolean noZones)
            throws SQLException, ConnectorException {
        long id = number(result);
        List<Object> values = new ArrayList<>();
        for (String field : query.fields()) {
            try {
                Class<?> time = times.get(field.toLowerCase(Locale.ROOT));
                values.add(
                        time == null
                                ? JdbcValues.plain(result.getObject(field))
                                : JdbcTimes.get(result, field, time, noZones));
            } catch (SQLException e) {
                return bad(id, unreadable(field, e));
            }
        }
        return new Row(position(id), Collections.unmodifiableList(values), null);
    }

    /** Returns the failure of a single value; throws if the connection or the query is at fault. */
    private BadRecordException unreadable(String field, SQLException e) throws SQLException {
        Exception failure = Failures.of(e, query.query());
        if (failure instanceof ConnectorException configError) {
            throw configError;
        }
        if (!(failure instanceof BadRecordException) && !connection.isValid(VALID_SEC)) {
            throw e;
        }
        return new BadRecordException("column " + field + " can't be read", e);
    }

    private long number(ResultSet result) throws SQLException {
        long id;
        try {
            id = result.getLong(query.column());
        } catch (SQLException e) {
            if (Failures.of(e, query.query()) instanceof BadRecordException) {
                throw refused(String.valueOf(result.getObject(query.column())), e);
            }
            throw e;
        }
        if (id < 0) {
            throw refused(String.valueOf(id), null);
        }
        return id;
    }

    private ConnectorException refused(String id, @Nullable SQLException e) {
        return new ConnectorException(
                Category.CONFIG,
                "a row has "
                        + query.column()
                        + " = "
                        + id
                        + ": expected numbers from 0; the query is "
                        + query.query(),
                e);
    }

    private Incoming bad(long id, BadRecordException why) {
        return new Row(position(id), List.of(), why);
    }

    private Position position(long id) {
        return new Position(query.source(), id, floor);
    }

    /**
     * A row.
     *
     * @param bad why the row has no values; null if it has
     */
    private record Row(Position position, List<Object> readable, @Nullable BadRecordException bad)
            implements Incoming {
        @Override
        public List<Object> values() throws BadRecordException {
            if (bad != null) {
                throw bad;
            }
            return readable;
        }

        @Override
        public String text() {
            return bad == null ? String.valueOf(readable) : "";
        }
    }
}
