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
 * Reads rows of one task's share over one connection. A bad row, which has a column that the
 * database cannot compute, fails the whole query, wherever the row is. This class then finds the
 * first bad row by querying ranges of numbers, and returns it as a message without values, after
 * the rows before it.
 */
final class JdbcRows {
    private static final int MAX_ROWS = 1000;
    private static final int VALIDITY_CHECK_LIMIT_SEC = 5;

    private final Connection connection;
    private final JdbcQuery query;
    private final int task;
    private final int tasks;
    private final long floor;

    /** The SQL of {@link JdbcQuery#selectFrom}. */
    private final String selectNext;

    /** The SQL of {@link JdbcQuery#selectRange}. */
    private final String selectRange;

    /** {@link JdbcStatements#rowByRowSettings}. */
    private final String rowByRowSettings;

    /**
     * Whether queries run with {@link #rowByRowSettings}: while a bad row is searched, because the
     * database's usual plans would also evaluate rows outside the queried range.
     */
    private boolean usesRowByRowSettings;

    /**
     * @param floor the floor of the rows' positions; see {@link Position#floor}
     */
    JdbcRows(Connection connection, JdbcQuery query, int task, int tasks, long floor)
            throws SQLException {
        this.connection = connection;
        this.query = query;
        this.task = task;
        this.tasks = tasks;
        this.floor = floor;
        String product = connection.getMetaData().getDatabaseProductName();
        String limit = JdbcStatements.limitClause(product, MAX_ROWS);
        selectNext = query.selectFrom(task, tasks) + limit;
        selectRange = query.selectRange(task, tasks) + limit;
        rowByRowSettings = JdbcStatements.rowByRowSettings(product);
    }

    /**
     * The rows of one read.
     *
     * @param upTo the number up to which rows were read, whether or not there is such a row
     * @param hasMore whether more rows may be available already
     */
    record Chunk(List<Incoming> rows, long upTo, boolean hasMore) {}

    /**
     * Returns the rows after a number: at most {@link #MAX_ROWS} of them, and none after the first
     * bad row.
     */
    Chunk rowsAfter(long lastRead) throws Exception {
        if (lastRead == Long.MAX_VALUE) {
            return new Chunk(List.of(), lastRead, false);
        }
        try {
            return chunkOf(queryRows(selectNext, lastRead + 1), lastRead);
        } catch (BadRecordException e) {
            return rowsAfterFailedQuery(lastRead, e);
        }
    }

    /**
     * Returns the rows after a number although a query for them has failed: searches for the bad
     * row.
     *
     * @param failure the failure of that query
     * @throws ConnectorException if not a row but the query itself is bad
     */
    private Chunk rowsAfterFailedQuery(long lastRead, BadRecordException failure) throws Exception {
        usesRowByRowSettings = !rowByRowSettings.isEmpty();
        try {
            long after = Math.max(lastRead, -1);
            // This range has no rows, so the query fails here only if the query itself is bad.
            queryRows(selectRange, Long.MAX_VALUE, Long.MAX_VALUE);
            if (lastRead < after) {
                queryRows(selectRange, lastRead + 1, after); // fails if a row has a negative number
            }
            return containsBadRow(after, Long.MAX_VALUE)
                    ? chunkUpToBadRow(after)
                    : chunkOf(queryRows(selectRange, after + 1, Long.MAX_VALUE), after);
        } catch (BadRecordException e) {
            throw configError(failure);
        } finally {
            usesRowByRowSettings = false;
        }
    }

    private static Chunk chunkOf(List<Incoming> rows, long lastRead) {
        long last = rows.isEmpty() ? lastRead : rows.get(rows.size() - 1).position().offset();
        return new Chunk(rows, last, rows.size() >= MAX_ROWS);
    }

    /** Searches the first bad row after a number, and returns the rows up to it. */
    private Chunk chunkUpToBadRow(long after) throws Exception {
        long goodUpTo = after; // no row up to this number is bad
        long searchUpTo = after == Long.MAX_VALUE ? after : after + 1;
        while (!containsBadRow(after, searchUpTo)) { // doubles the length of the range each time
            if (searchUpTo == Long.MAX_VALUE) {
                // The row was repaired meanwhile.
                return chunkOf(queryRows(selectRange, after + 1, searchUpTo), after);
            }
            goodUpTo = searchUpTo;
            searchUpTo =
                    searchUpTo > Long.MAX_VALUE - (searchUpTo - after)
                            ? Long.MAX_VALUE
                            : searchUpTo + (searchUpTo - after);
        }
        while (searchUpTo - goodUpTo > 1) {
            long middle = goodUpTo + (searchUpTo - goodUpTo) / 2;
            if (containsBadRow(after, middle)) {
                searchUpTo = middle;
            } else {
                goodUpTo = middle;
            }
        }
        // The number of the first bad row is searchUpTo now.
        List<Incoming> rows =
                new ArrayList<>(
                        goodUpTo == after
                                ? List.of()
                                : queryRows(selectRange, after + 1, goodUpTo));
        if (rows.size() >= MAX_ROWS) {
            return chunkOf(rows, after);
        }
        rows.addAll(rowOrBadRow(goodUpTo, searchUpTo));
        return new Chunk(rows, searchUpTo, true);
    }

    /**
     * Returns the row with the number {@code id}, or a message without values if it is bad. Returns
     * an empty list if a bad row belongs to another task: a bad row fails the queries of all tasks.
     *
     * @param before the number before {@code id}
     */
    private List<Incoming> rowOrBadRow(long before, long id) throws Exception {
        try {
            return queryRows(selectRange, before + 1, id);
        } catch (BadRecordException e) {
            return id % tasks == task ? List.of(badRow(id, e)) : List.of();
        }
    }

    private boolean containsBadRow(long after, long last) throws Exception {
        try {
            queryRows(selectRange, after + 1, last);
            return false;
        } catch (BadRecordException e) {
            return true;
        }
    }

    private ConnectorException configError(BadRecordException e) {
        return new ConnectorException(
                Category.CONFIG,
                e.reason()
                        + "; the row cannot be determined, because the query fails for every range"
                        + " of rows: let no condition of the query fail, only its columns, and let "
                        + query.column()
                        + " have an index; the query is "
                        + query.query(),
                e);
    }

    private List<Incoming> queryRows(String sql, long... parameters) throws Exception {
        try {
            return usesRowByRowSettings
                    ? executeRowByRow(sql, parameters)
                    : execute(sql, parameters);
        } catch (SQLException e) {
            throw JdbcFailures.classify(e, sql);
        }
    }

    /** Queries in a transaction, so that the changed settings end with it. */
    private List<Incoming> executeRowByRow(String sql, long... parameters) throws Exception {
        connection.setAutoCommit(false);
        try (Statement settings = connection.createStatement()) {
            settings.execute(rowByRowSettings);
            return execute(sql, parameters);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private List<Incoming> execute(String sql, long... parameters) throws Exception {
        List<Incoming> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setMaxRows(MAX_ROWS);
            for (int i = 0; i < parameters.length; i++) {
                select.setLong(i + 1, parameters[i]);
            }
            try (ResultSet result = select.executeQuery()) {
                Map<String, Class<?>> timeColumns = JdbcTimes.timeColumns(result.getMetaData());
                boolean withoutZones = JdbcTimes.sendsTimesWithoutZone(connection);
                while (result.next()) {
                    rows.add(toRow(result, timeColumns, withoutZones));
                }
            }
        }
        return rows;
    }

    private Incoming toRow(
            ResultSet result, Map<String, Class<?>> timeColumns, boolean withoutZones)
            throws SQLException, ConnectorException {
        long id = rowNumber(result);
        List<Object> values = new ArrayList<>();
        for (String field : query.fields()) {
            try {
                Class<?> timeClass = timeColumns.get(field.toLowerCase(Locale.ROOT));
                values.add(
                        timeClass == null
                                ? JdbcValues.toPlainValue(result.getObject(field))
                                : JdbcTimes.read(result, field, timeClass, withoutZones));
            } catch (SQLException e) {
                return badRow(id, unreadableValue(field, e));
            }
        }
        return new Row(positionOf(id), Collections.unmodifiableList(values), null);
    }

    /** Returns the failure of a single value; throws if the connection or the query has failed. */
    private BadRecordException unreadableValue(String field, SQLException e) throws SQLException {
        Exception failure = JdbcFailures.classify(e, query.query());
        if (failure instanceof ConnectorException configError) {
            throw configError;
        }
        if (!(failure instanceof BadRecordException)
                && !connection.isValid(VALIDITY_CHECK_LIMIT_SEC)) {
            throw e;
        }
        return new BadRecordException("column " + field + " can't be read", e);
    }

    /** Returns the number of the current row; throws if it is not a number from 0. */
    private long rowNumber(ResultSet result) throws SQLException {
        long id;
        try {
            id = result.getLong(query.column());
        } catch (SQLException e) {
            if (JdbcFailures.classify(e, query.query()) instanceof BadRecordException) {
                throw invalidNumber(String.valueOf(result.getObject(query.column())), e);
            }
            throw e;
        }
        if (id < 0) {
            throw invalidNumber(String.valueOf(id), null);
        }
        return id;
    }

    private ConnectorException invalidNumber(String id, @Nullable SQLException e) {
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

    private Incoming badRow(long id, BadRecordException failure) {
        return new Row(positionOf(id), List.of(), failure);
    }

    private Position positionOf(long id) {
        return new Position(query.positionSource(), id, floor);
    }

    /**
     * A row as a message.
     *
     * @param failure the reason why the row has no values; null if it has values
     */
    private record Row(
            Position position, List<Object> readable, @Nullable BadRecordException failure)
            implements Incoming {
        @Override
        public List<Object> values() throws BadRecordException {
            if (failure != null) {
                throw failure;
            }
            return readable;
        }

        @Override
        public String text() {
            return failure == null ? String.valueOf(readable) : "";
        }
    }
}
