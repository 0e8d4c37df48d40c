package io.eyewall.connectors.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Creates Eyewall's tables in the user's database. */
final class Tables {
    static final int LONGEST_NAME = 200;

    private Tables() {}

    /** Checks and returns a name that is stored in such a table. */
    static String name(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "the name '"
                            + name
                            + "' has "
                            + name.length()
                            + " characters: expected 1 to "
                            + LONGEST_NAME);
        }
        return name;
    }

    /**
     * Creates a table unless it exists; other processes may do so at the same time. Ends a
     * transaction.
     */
    static void create(Connection connection, String table, String columns) throws SQLException {
        if (exists(connection, table)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table " + table + " (" + columns + ")");
            end(connection, true);
        } catch (SQLException e) {
            end(connection, false);
            if (!exists(connection, table)) {
                throw e;
            }
        }
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select 1 from " + table + " where 1 = 0")) {
            boolean empty = !rows.next();
            end(connection, true);
            return empty;
        } catch (SQLException e) {
            end(connection, false);
            return false;
        }
    }

    private static void end(Connection connection, boolean commit) throws SQLException {
        if (connection.getAutoCommit()) {
            return;
        }
        if (commit) {
            connection.commit();
        } else {
            connection.rollback();
        }
    }
}
