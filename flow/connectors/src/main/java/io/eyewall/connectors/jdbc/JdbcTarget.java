package io.eyewall.connectors.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The statement that a sink executes for each tuple.
 *
 * @param database the database
 * @param sql the SQL; empty for an upsert, whose SQL depends on the database
 * @param fields the tuple's fields for the parameters
 * @param table the table of an upsert
 * @param keys the key columns of an upsert
 */
record JdbcTarget(
        Database database, String sql, List<String> fields, String table, List<String> keys)
        implements Serializable {
    String sqlFor(Connection connection) throws SQLException {
        return sql.isEmpty()
                ? JdbcStatements.upsert(
                        connection.getMetaData().getDatabaseProductName(), table, fields, keys)
                : sql;
    }
}
