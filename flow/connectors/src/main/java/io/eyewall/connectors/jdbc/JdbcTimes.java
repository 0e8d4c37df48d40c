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
     * Returns a connection whose session uses UTC, for databases whose drivers would set the JVM's
     * zone.
     */
    static Connection connect(Database database) throws SQLException {
        Connection made = database.connect();
        try {
            made.setAutoCommit(true); // a rollback would undo the time zone
            toUtc(made);
            return made;
        } catch (SQLException e) {
            made.close();
            throw e;
        }
    }

    private static void toUtc(Connection made) throws SQLException {
        String setting =
                switch (product(made)) {
                    case "PostgreSQL", "H2" -> "set time zone 'UTC'";
                    case "MySQL", "MariaDB" -> "set time_zone = '+00:00'";
                    case "Oracle" -> "alter session set time_zone = 'UTC'";
                    default -> ""; // other databases have no session time zone
                };
        if (!setting.isEmpty()) {
            try (Statement statement = made.createStatement()) {
                statement.execute(setting);
            }
        }
    }

    private static String product(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName();
    }

    /**
     * Returns whether moments are passed to a database as times in UTC without a zone. MySQL's and
     * MariaDB's drivers would convert a moment to the JVM's time zone, or a configured one, which
     * is not the session's.
     */
    static boolean hasNoZones(Connection connection) throws SQLException {
        String product = product(connection);
        return product.equals("MySQL") || product.equals("MariaDB");
    }

    /**
     * Returns the columns that are times, by name in lower case, with the class to read each as.
     */
    static Map<String, Class<?>> columns(ResultSetMetaData result) throws SQLException {
        Map<String, Class<?>> columns = new HashMap<>();
        for (int i = 1; i <= result.getColumnCount(); i++) {
            String type = result.getColumnTypeName(i).toLowerCase(Locale.ROOT);
            boolean hasZone =
                    type.endsWith("tz")
                            || type.contains("with time zone")
                            || type.contains("with local time zone");
            Class<?> read =
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
            if (read != null) {
                columns.putIfAbsent(result.getColumnLabel(i).toLowerCase(Locale.ROOT), read);
            }
        }
        return columns;
    }

    /**
     * Reads a column that is a time. MariaDB's driver converts even times without a zone from the
     * JVM's time zone, which changes those that a daylight saving switch skips, unless it gets a
     * calendar.
     *
     * @param read of {@link #columns}
     * @param noZones {@link #hasNoZones}
     */
    static @Nullable Object get(ResultSet result, String column, Class<?> read, boolean noZones)
            throws SQLException {
        if (noZones && read == LocalDateTime.class) {
            Timestamp time = result.getTimestamp(column, utc());
            return time == null ? null : LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC);
        }
        return result.getObject(column, read);
    }

    private static Calendar utc() {
        return new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    }

    /**
     * Sets a parameter to any value: moments as such, which the driver need not know.
     *
     * @param noZones {@link #hasNoZones}
     */
    static void set(
            PreparedStatement statement, int parameter, @Nullable Object value, boolean noZones)
            throws SQLException {
        Instant moment = moment(value, noZones);
        if (moment != null && noZones) {
            statement.setObject(parameter, LocalDateTime.ofInstant(moment, ZoneOffset.UTC));
        } else if (value instanceof Timestamp time) {
            statement.setTimestamp(parameter, time, utc());
        } else if (moment != null) {
            statement.setObject(parameter, moment.atOffset(ZoneOffset.UTC));
        } else {
            statement.setObject(parameter, value);
        }
    }

    /**
     * Returns the instant that a value stands for; null if the value is no time, or if drivers
     * accept it unchanged.
     */
    private static @Nullable Instant moment(@Nullable Object value, boolean noZones) {
        if (value instanceof Instant time) {
            return time;
        } else if (value instanceof ZonedDateTime time) {
            return time.toInstant();
        } else if (value instanceof OffsetDateTime time && noZones) {
            return time.toInstant();
        } else if (value instanceof Timestamp time && noZones) {
            return time.toInstant();
        } else if (value != null && value.getClass() == java.util.Date.class) {
            return ((java.util.Date) value).toInstant();
        }
        return null;
    }
}
