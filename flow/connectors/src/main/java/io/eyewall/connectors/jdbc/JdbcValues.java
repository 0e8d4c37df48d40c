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
    /** PostgreSQL's types for text. */
    private static final Set<String> TEXT_TYPES =
            Set.of("text", "varchar", "bpchar", "char", "name");

    private JdbcValues() {}

    /**
     * Returns a column's value as an object that does not need its connection: arrays as lists, XML
     * and long texts as strings, and values of PostgreSQL's own types (jsonb, inet, interval, ...)
     * as the text that PostgreSQL prints.
     */
    static @Nullable Object toPlainValue(@Nullable Object value) throws SQLException {
        if (value instanceof Array array) {
            return toList(array.getArray());
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

    private static List<@Nullable Object> toList(Object array) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
            Object value = java.lang.reflect.Array.get(array, i);
            boolean isArray = value != null && value.getClass().isArray();
            values.add(isArray && !(value instanceof byte[]) ? toList(value) : toPlainValue(value));
        }
        return values;
    }

    /**
     * Returns for each parameter of a statement whether text must be passed to it without a type:
     * for a uuid, jsonb or enum, PostgreSQL refuses a varchar and converts untyped text. Other
     * databases convert a varchar. Ends the current transaction.
     *
     * @return empty for other databases, or if the types cannot be determined; a faulty statement
     *     then fails when it is executed
     */
    static boolean[] untypedParameters(Connection connection, String sql) throws SQLException {
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            return new boolean[0];
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            boolean[] untyped = new boolean[parameters.getParameterCount()];
            for (int i = 0; i < untyped.length; i++) {
                String type = parameters.getParameterTypeName(i + 1).toLowerCase(Locale.ROOT);
                untyped[i] = !TEXT_TYPES.contains(type);
            }
            return untyped;
        } catch (SQLException e) {
            return new boolean[0];
        } finally {
            connection.rollback();
        }
    }

    /**
     * The conversions that the parameters of a statement need.
     *
     * @param untyped the result of {@link #untypedParameters}
     * @param withoutZone the result of {@link JdbcTimes#sendsTimesWithoutZone}
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record ParameterRules(boolean[] untyped, boolean withoutZone) {
        static final ParameterRules NONE = new ParameterRules(new boolean[0], false);

        /** Asks the database which conversions the parameters of a statement need. */
        static ParameterRules query(Connection connection, String sql) throws SQLException {
            return new ParameterRules(
                    JdbcValues.untypedParameters(connection, sql),
                    JdbcTimes.sendsTimesWithoutZone(connection));
        }
    }

    /** Sets a parameter. */
    static void setParameter(
            PreparedStatement statement,
            int parameter,
            @Nullable Object value,
            ParameterRules rules)
            throws SQLException {
        boolean isUntyped = parameter <= rules.untyped().length && rules.untyped()[parameter - 1];
        if (isUntyped && value instanceof CharSequence text) {
            statement.setObject(parameter, text.toString(), Types.OTHER);
        } else {
            JdbcTimes.setParameter(statement, parameter, value, rules.withoutZone());
        }
    }
}
