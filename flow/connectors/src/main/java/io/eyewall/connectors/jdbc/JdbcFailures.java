package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.sql.SQLException;

/**
 * Classifies the errors of databases by the SQLState classes of the SQL standard; errors of SQLite,
 * whose driver reports no SQLState, by its result codes (sqlite.org/rescode.html).
 */
final class JdbcFailures {
    private static final int SQLITE_ERROR = 1;
    private static final int SQLITE_TOOBIG = 18;
    private static final int SQLITE_CONSTRAINT = 19;
    private static final int SQLITE_MISMATCH = 20;
    private static final int SQLITE_AUTH = 23;
    private static final int SQLITE_RANGE = 25;

    private JdbcFailures() {}

    /**
     * Returns a BadRecordException, a ConnectorException for a configuration error, or the
     * exception itself if the call should be retried.
     *
     * @param statement the statement, or the object, that the database refuses; for the message
     */
    static Exception classify(SQLException e, String statement) {
        SQLException informative = e;
        for (SQLException next = e.getNextException();
                next != null && informative.getSQLState() == null;
                next = next.getNextException()) {
            informative = next; // a BatchUpdateException often only refers to the next exception
        }
        String state = informative.getSQLState();
        if (String.valueOf(e.getMessage()).startsWith("No suitable driver")) {
            return new ConnectorException(
                    Category.CONFIG, "add the database's driver to the topology's jar", e);
        }
        if (state == null && informative.getClass().getName().startsWith("org.sqlite.")) {
            return classifySqlite(informative, statement);
        }
        String stateClass = state == null || state.length() < 2 ? "" : state.substring(0, 2);
        return switch (stateClass) {
            // 07: a value of a type that the driver does not know. 21, 22, 23: cardinality, data
            // and constraints (H2 uses 22 and 23, too). 44: a view's check. 45 and P0: refused by
            // a trigger's SIGNAL, or by RAISE in PostgreSQL. 54: a limit of PostgreSQL, such as
            // the size of an index entry.
            case "07", "21", "22", "23", "44", "45", "54", "P0" ->
                    badRecord("SQLState " + state, informative);
            // 01: the statement is a query, which returns a result. 42: syntax or access. 3D, 3F:
            // no such catalogue or schema. 28: password. 0A: unsupported feature.
            case "01", "42", "3D", "3F", "28", "0A" ->
                    configError("SQLState " + state, statement, e);
            default -> e;
        };
    }

    /**
     * Classifies an error of SQLite by its result code. Errors with a code that is not listed here,
     * such as a locked file, are retried.
     */
    private static Exception classifySqlite(SQLException e, String statement) {
        String codeText = "SQLite's result " + e.getErrorCode();
        return switch (e.getErrorCode()) {
            case SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE ->
                    badRecord(codeText, e);
            case SQLITE_ERROR, SQLITE_AUTH -> configError(codeText, statement, e);
            default -> e;
        };
    }

    private static Exception badRecord(String codeText, SQLException e) {
        return new BadRecordException("the database refuses the record (" + codeText + ")", e);
    }

    private static Exception configError(String codeText, String statement, SQLException e) {
        return new ConnectorException(
                Category.CONFIG, "the database refuses (" + codeText + "): " + statement, e);
    }
}
