package io.eyewall.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
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
 * Times of databases, whatever the zone of the JVM: where one has no zone it is in UTC. Classes of
 * {@code java.sql} have the JVM's zone in them, in which some times are missing, and others twice.
 */
final class JdbcTimes {
    private JdbcTimes() {}

    /** A connection, the session of which is in UTC where drivers would make it the JVM's zone. */
    static Connection connect(Database database) throws SQLException {
        Connection made = database.connect();
        try {
            made.setAutoCommit(true); // a pool may want it otherwise, and a rollback undo it
            String product = made.getMetaData().getDatabaseProductName();
            if (product.equals("PostgreSQL") || product.equals("H2")) {
                try (Statement statement = made.createStatement()) {
                    statement.execute("set time zone 'UTC'");
                }
            }
            return made;
        } catch (SQLException e) {
            made.close();
            throw e;
        }
    }

    /** By their names in lower case, the columns that are times, and what to read them as. */
    static Map<String, Class<?>> columns(ResultSetMetaData result) throws SQLException {
        Map<String, Class<?>> columns = new HashMap<>();
        for (int i = 1; i <= result.getColumnCount(); i++) {
            String type = result.getColumnTypeName(i).toLowerCase(Locale.ROOT);
            boolean hasZone = type.endsWith("tz") || type.contains("with time zone");
            Class<?> read =
                    switch (String.valueOf(result.getColumnClassName(i))) {
                        case "java.sql.Timestamp" ->
                                hasZone ? OffsetDateTime.class : LocalDateTime.class;
                        case "java.sql.Time" -> hasZone ? OffsetTime.class : LocalTime.class;
                        case "java.sql.Date" -> LocalDate.class;
                        default -> null;
                    };
            if (read != null) {
                columns.putIfAbsent(result.getColumnLabel(i).toLowerCase(Locale.ROOT), read);
            }
        }
        return columns;
    }

    /** Sets a parameter to any value: moments as such, which the driver need not know. */
    static void set(PreparedStatement statement, int parameter, @Nullable Object value)
            throws SQLException {
        if (value instanceof Timestamp time) {
            Calendar utc = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
            statement.setTimestamp(parameter, time, utc);
        } else if (value instanceof Instant time) {
            statement.setObject(parameter, time.atOffset(ZoneOffset.UTC));
        } else if (value instanceof ZonedDateTime time) {
            statement.setObject(parameter, time.toOffsetDateTime());
        } else if (value != null && value.getClass() == java.util.Date.class) {
            Instant time = ((java.util.Date) value).toInstant();
            statement.setObject(parameter, time.atOffset(ZoneOffset.UTC));
        } else {
            statement.setObject(parameter, value);
        }
    }
}
