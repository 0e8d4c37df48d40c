package io.eyewall.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes times independently of the JVM's time zone; a time without a zone is in UTC. The
 * classes of {@code java.sql} use the JVM's zone, in which some local times do not exist and others
 * occur twice.
 */
final class JdbcTimes {
    private JdbcTimes() {}

    /**
     * Returns a new connection. Its session uses UTC if the database has session time zones, which
     * drivers set to the JVM's zone.
     */
    static Connection connectInUtc(Database database) throws SQLException {
        Connection opened = database.connect();
        try {
            opened.setAutoCommit(true); // otherwise a rollback would reset the time zone
            setSessionZoneToUtc(opened);
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    private static void setSessionZoneToUtc(Connection opened) throws SQLException {
        String setting =
                switch (product(opened)) {
                    case "PostgreSQL", "H2" -> "set time zone 'UTC'";
                    case "MySQL", "MariaDB" -> "set time_zone = '+00:00'";
                    case "Oracle" -> "alter session set time_zone = 'UTC'";
                    default -> ""; // other databases have no session time zone
                };
        if (!setting.isEmpty()) {
            try (Statement statement = opened.createStatement()) {
                statement.execute(setting);
            }
        }
    }

    private static String product(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName();
    }

    /**
     * Returns whether an instant must be passed to the database as a time in UTC without a zone.
     * MySQL's and MariaDB's drivers would convert an instant to the JVM's time zone, or to a
     * configured one, neither of which is the session's zone.
     */
    static boolean sendsTimesWithoutZone(Connection connection) throws SQLException {
        String product = product(connection);
        return product.equals("MySQL") || product.equals("MariaDB");
    }

    /**
     * Returns, for each column that is a time, the class to read it as; by the column's name in
     * lower case.
     */
    static Map<String, Class<?>> timeColumns(ResultSetMetaData result) throws SQLException {
        Map<String, Class<?>> columns = new HashMap<>();
        for (int i = 1; i <= result.getColumnCount(); i++) {
            String type = result.getColumnTypeName(i).toLowerCase(Locale.ROOT);
            boolean hasZone =
                    type.endsWith("tz")
                            || type.contains("with time zone")
                            || type.contains("with local time zone");
            Class<?> timeClass =
                    switch (String.valueOf(result.getColumnClassName(i))) {
                        case "java.sql.Timestamp" ->
                                hasZone ? OffsetDateTime.class : LocalDateTime.class;
                        case "java.sql.Time" -> hasZone ? OffsetTime.class : LocalTime.class;
                        case "java.sql.Date" -> LocalDate.class;
                        case "oracle.sql.TIMESTAMP", "oracle.sql.DATE" -> LocalDateTime.class;
                        case "oracle.sql.TIMESTAMPTZ",
                                "oracle.sql.TIMESTAMPLTZ",
                                "microsoft.sql.DateTimeOffset" ->
                                OffsetDateTime.class;
                        default -> null;
                    };
            if (timeClass != null) {
                columns.putIfAbsent(result.getColumnLabel(i).toLowerCase(Locale.ROOT), timeClass);
            }
        }
        return columns;
    }

    /**
     * Reads a column that is a time. Unless it gets a calendar, MariaDB's driver converts even
     * times without a zone from the JVM's time zone, which changes times that a daylight saving
     * switch skips.
     *
     * @param timeClass the class that {@link #timeColumns} returns for the column
     * @param withoutZone the result of {@link #sendsTimesWithoutZone}
     */
    static @Nullable Object read(
            ResultSet result, String column, Class<?> timeClass, boolean withoutZone)
            throws SQLException {
        if (withoutZone && timeClass == LocalDateTime.class) {
            Timestamp time = result.getTimestamp(column, utcCalendar());
            return time == null ? null : LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC);
        }
        return result.getObject(column, timeClass);
    }

    private static Calendar utcCalendar() {
        return new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    }

    /**
     * Sets a parameter to a value of any class. Instants are converted to a class that every driver
     * accepts.
     *
     * @param withoutZone the result of {@link #sendsTimesWithoutZone}
     */
    static void setParameter(
            PreparedStatement statement, int parameter, @Nullable Object value, boolean withoutZone)
            throws SQLException {
        Instant instant = instantOf(value, withoutZone);
        if (instant != null && withoutZone) {
            statement.setObject(parameter, LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
        } else if (value instanceof Timestamp time) {
            statement.setTimestamp(parameter, time, utcCalendar());
        } else if (instant != null) {
            statement.setObject(parameter, instant.atOffset(ZoneOffset.UTC));
        } else {
            statement.setObject(parameter, value);
        }
    }

    /**
     * Returns the instant that a value stands for; null if the value is not an instant, or if
     * drivers accept it unchanged.
     */
    private static @Nullable Instant instantOf(@Nullable Object value, boolean withoutZone) {
        if (value instanceof Instant time) {
            return time;
        } else if (value instanceof ZonedDateTime time) {
            return time.toInstant();
        } else if (value instanceof OffsetDateTime time && withoutZone) {
            return time.toInstant();
        } else if (value instanceof Timestamp time && withoutZone) {
            return time.toInstant();
        } else if (value != null && value.getClass() == java.util.Date.class) {
            return ((java.util.Date) value).toInstant();
        }
        return null;
    }
}
