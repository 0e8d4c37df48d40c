package io.eyewall.sql.differential;

import io.eyewall.connectors.server.PostgresqlServer;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** Runs scripts on PostgreSQL, each in a transaction that is rolled back. */
@NullUnmarked // rows hold nulls
final class There implements AutoCloseable {
    private final Connection connection;

    private There(Connection connection) {
        this.connection = connection;
    }

    /** Creates the database in which scripts run; its texts are compared by code points. */
    static void create(PostgresqlServer server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE DATABASE scripts ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'"
                            + " TEMPLATE template0");
        }
    }

    static There connect(PostgresqlServer server) throws SQLException {
        Connection connection =
                DriverManager.getConnection(
                        server.url().replace("/postgres?", "/scripts?")
                                + "&preferQueryMode=simple&options=-c%20timezone=UTC");
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = '20s'");
            connection.commit();
        }
        return new There(connection);
    }

    Answer answer(Script script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(script.definitionsThere());
            boolean hasMore = true;
            while (hasMore) {
                hasMore = statement.getMoreResults() || statement.getUpdateCount() >= 0;
            }
            List<Object[]> rows = new ArrayList<>();
            List<Kind> kinds = script.query().kinds();
            try (ResultSet all = statement.executeQuery(script.query().text(false))) {
                while (all.next()) {
                    Object[] row = new Object[kinds.size()];
                    for (int i = 0; i < row.length; i++) {
                        row[i] = value(all, i + 1, kinds.get(i));
                    }
                    rows.add(row);
                }
            }
            return Answer.of(rows);
        } catch (SQLException e) {
            boolean ofRow = String.valueOf(e.getSQLState()).startsWith("2");
            return Answer.none(
                    ofRow ? Answer.How.ROW_ERROR : Answer.How.REFUSED,
                    e.getSQLState() + " " + e.getMessage());
        } finally {
            connection.rollback();
        }
    }

    private static Object value(ResultSet row, int i, Kind kind) throws SQLException {
        switch (kind) {
            case INT, BIGINT, DECIMAL -> {
                return row.getBigDecimal(i);
            }
            case DOUBLE -> {
                double number = row.getDouble(i);
                return row.wasNull() ? null : (Object) number;
            }
            case BOOLEAN -> {
                boolean truth = row.getBoolean(i);
                return row.wasNull() ? null : (Object) truth;
            }
            case TEXT -> {
                return row.getString(i);
            }
            case DATE -> {
                LocalDate date = row.getObject(i, LocalDate.class);
                return date == null ? null : BigDecimal.valueOf(date.toEpochDay());
            }
            case TIME -> {
                LocalTime time = row.getObject(i, LocalTime.class);
                return time == null ? null : BigDecimal.valueOf(time.toNanoOfDay() / 1_000_000);
            }
            case TIMESTAMP -> {
                LocalDateTime time = row.getObject(i, LocalDateTime.class);
                return time == null
                        ? null
                        : BigDecimal.valueOf(time.toInstant(ZoneOffset.UTC).toEpochMilli());
            }
        }
        throw new IllegalArgumentException(kind.name());
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
