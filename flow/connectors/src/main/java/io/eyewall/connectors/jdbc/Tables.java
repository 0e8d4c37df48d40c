package io.eyewall.connectors.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Creates Eyewall's tables in the user's database. */
final class Tables {
    /** The length, in characters, of the columns for names. */
    static final int MAX_NAME_LENGTH = 200;

    private Tables() {}

    /** Checks and returns a name that is stored in such a table. */
    static String checkName(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "the name '"
                            + name
                            + "' has "
                            + name.length()
                            + " characters: expected 1 to "
                            + MAX_NAME_LENGTH);
        }
        return name;
    }

    /**
     * Creates a table unless it exists; other processes may do so at the same time. Ends the
     * current transaction.
     */
    static void create(Connection connection, String table, String columns) throws SQLException {
        if (exists(connection, table)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table " + table + " (" + columns + ")");
            endTransaction(connection, true);
        } catch (SQLException e) {
            endTransaction(connection, false);
            if (!exists(connection, table)) {
                throw e;
            }
        }
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select 1 from " + table + " where 1 = 0")) {
            boolean isEmpty = !rows.next();
            endTransaction(connection, true);
            return isEmpty;
        } catch (SQLException e) {
            endTransaction(connection, false);
            return false;
        }
    }

    /** Commits or rolls back the current transaction; does nothing in auto-commit mode. */
    private static void endTransaction(Connection connection, boolean commits) throws SQLException {
        if (connection.getAutoCommit()) {
            return;
        }
        if (commits) {
            connection.commit();
        } else {
            connection.rollback();
        }
    }
}
