package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.sql.SQLException;

/** What a database's refusal means, by the classes of SQLState of the SQL standard. */
final class Failures {
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
        String kind = state == null || state.length() < 2 ? "" : state.substring(0, 2);
        return switch (kind) {
            // A value of a type that the driver does not know. Cardinality, data, constraints (H2:
            // the last two, too), a view's check, and what triggers refuse: by SIGNAL, or by RAISE
            // of PostgreSQL. Its limits, such as that of what an index can have.
            case "07", "21", "22", "23", "44", "45", "54", "P0" ->
                    new BadRecordException(
                            "the database refuses it (SQLState " + state + ")", first);
            // A query, which has a result; syntax or access, no such schema or catalogue, password,
            // feature.
            case "01", "42", "3D", "3F", "28", "0A" ->
                    new ConnectorException(
                            Category.CONFIG,
                            "the database refuses (SQLState " + state + "): " + statement,
                            e);
            default -> e;
        };
    }
}
