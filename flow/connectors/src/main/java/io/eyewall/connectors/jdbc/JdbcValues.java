package io.eyewall.connectors.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts values between drivers' own classes and the classes of the JDK. */
final class JdbcValues {
    /** PostgreSQL's types that accept text without conversion. */
    private static final Set<String> TEXTS = Set.of("text", "varchar", "bpchar", "char", "name");

    private JdbcValues() {}

    /**
     * Returns a column's value without its connection: arrays as lists, XML and long texts as text,
     * and PostgreSQL's own types (jsonb, inet, interval, ...) as the text that it prints.
     */
    static @Nullable Object plain(@Nullable Object value) throws SQLException {
        if (value instanceof Array array) {
            return list(array.getArray());
        } else if (value instanceof Clob text) {
            return text.getSubString(1, Math.toIntExact(text.length()));
        } else if (value instanceof Blob bytes) {
            return bytes.getBytes(1, Math.toIntExact(bytes.length()));
        } else if (value instanceof SQLXML xml) {
            return xml.getString();
        } else if (value != null && value.getClass().getName().startsWith("org.postgresql.")) {
            return value.toString();
        }
        return value;
    }

    private static List<@Nullable Object> list(Object array) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
            Object value = java.lang.reflect.Array.get(array, i);
            boolean isArray = value != null && value.getClass().isArray();
            values.add(isArray && !(value instanceof byte[]) ? list(value) : plain(value));
        }
        return values;
    }

    /**
     * Returns which parameters of a statement get a text without a type, so that the database makes
     * a uuid, jsonb or enum of it: PostgreSQL refuses a varchar for them. Others convert it
     * themselves. Ends a transaction.
     *
     * @return empty if the database does not report the types; a faulty statement then fails when
     *     it is executed
     */
    static boolean[] untyped(Connection connection, String sql) throws SQLException {
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            return new boolean[0];
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            boolean[] untyped = new boolean[parameters.getParameterCount()];
            for (int i = 0; i < untyped.length; i++) {
                String type = parameters.getParameterTypeName(i + 1).toLowerCase(Locale.ROOT);
                untyped[i] = !TEXTS.contains(type);
            }
            return untyped;
        } catch (SQLException e) {
            return new boolean[0];
        } finally {
            connection.rollback();
        }
    }

    /**
     * How a statement takes its parameters.
     *
     * @param untyped {@link #untyped}
     * @param noZones {@link JdbcTimes#hasNoZones}
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    record Parameters(boolean[] untyped, boolean noZones) {
        static final Parameters NONE = new Parameters(new boolean[0], false);

        static Parameters of(Connection connection, String sql) throws SQLException {
            return new Parameters(
                    JdbcValues.untyped(connection, sql), JdbcTimes.hasNoZones(connection));
        }
    }

    /** Sets a parameter. */
    static void set(
            PreparedStatement statement, int parameter, @Nullable Object value, Parameters how)
            throws SQLException {
        boolean isUntyped = parameter <= how.untyped().length && how.untyped()[parameter - 1];
        if (isUntyped && value instanceof CharSequence text) {
            statement.setObject(parameter, text.toString(), Types.OTHER);
        } else {
            JdbcTimes.set(statement, parameter, value, how.noZones());
        }
    }
}
