package io.eyewall.connectors.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The statement that is executed for a tuple.
 *
 * @param sql empty if it is an upsert, whose SQL depends on the database
 * @param fields of the tuple, for the parameters
 * @param table of an upsert
 * @param keys of an upsert
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
