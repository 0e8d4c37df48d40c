package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.sql.SQLException;

/**
 * Classifies errors of a database by the classes of SQLState of the SQL standard; of SQLite, whose
 * driver knows no SQLState, by its result codes (sqlite.org/rescode.html).
 */
final class Failures {
    private static final int SQLITE_ERROR = 1;
    private static final int SQLITE_TOOBIG = 18;
    private static final int SQLITE_CONSTRAINT = 19;
    private static final int SQLITE_MISMATCH = 20;
    private static final int SQLITE_AUTH = 23;
    private static final int SQLITE_RANGE = 25;

    private Failures() {}

    /** A bad record, a mistake in the topology, or what is to be tried again. */
    static Exception of(SQLException e, String statement) {
        SQLException first = e;
        for (SQLException next = e.getNextException();
                next != null && first.getSQLState() == null;
                next = next.getNextException()) {
            first = next; // a BatchUpdateException often only says that there is another
        }
        String state = first.getSQLState();
        if (String.valueOf(e.getMessage()).startsWith("No suitable driver")) {
            return new ConnectorException(
                    Category.CONFIG, "add the database's driver to the topology's jar", e);
        }
        if (state == null && first.getClass().getName().startsWith("org.sqlite.")) {
            return ofSqlite(first, statement);
        }
        String kind = state == null || state.length() < 2 ? "" : state.substring(0, 2);
        return switch (kind) {
            // A value of a type that the driver does not know. Cardinality, data, constraints (H2:
            // the last two, too), a view's check, and what triggers refuse: by SIGNAL, or by RAISE
            // of PostgreSQL. Its limits, such as that of what an index can have.
            case "07", "21", "22", "23", "44", "45", "54", "P0" ->
                    badRecord("SQLState " + state, first);
            // A query, which has a result; syntax or access, no such schema or catalogue, password,
            // feature.
            case "01", "42", "3D", "3F", "28", "0A" -> mistake("SQLState " + state, statement, e);
            default -> e;
        };
    }

    /** Any other error, such as a locked file, is to be tried again. */
    private static Exception ofSqlite(SQLException e, String statement) {
        String code = "SQLite's result " + e.getErrorCode();
        return switch (e.getErrorCode()) {
            case SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE ->
                    badRecord(code, e);
            case SQLITE_ERROR, SQLITE_AUTH -> mistake(code, statement, e);
            default -> e;
        };
    }

    private static Exception badRecord(String code, SQLException e) {
        return new BadRecordException("the database refuses it (" + code + ")", e);
    }

    private static Exception mistake(String code, String statement, SQLException e) {
        return new ConnectorException(
                Category.CONFIG, "the database refuses (" + code + "): " + statement, e);
    }
}
