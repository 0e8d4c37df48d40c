package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.operator.Fn;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The statement that a sink executes for each tuple.
 *
 * @param database the database
 * @param sql the SQL; empty for an upsert, whose SQL depends on the database
 * @param fields the tuple's fields for the parameters
 * @param table the table of an upsert
 * @param keys the key columns of an upsert
 * @param deletion tells which tuples delete the row with their keys; null: none does
 */
record JdbcTarget(
        Database database,
        String sql,
        List<String> fields,
        String table,
        List<String> keys,
        Fn.@Nullable Is<Tuple> deletion)
        implements Serializable {
    JdbcTarget deletingIf(Fn.Is<Tuple> condition) {
        return new JdbcTarget(database, sql, fields, table, keys, condition);
    }

    String deletionSql() {
        return JdbcStatements.delete(table, keys);
    }

    String sqlFor(Connection connection) throws SQLException {
        return sql.isEmpty()
                ? JdbcStatements.upsert(
                        connection.getMetaData().getDatabaseProductName(), table, fields, keys)
                : sql;
    }
}
