package io.eyewall.connectors.jdbc;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Builds the SQL of inserts and upserts. Table and column names come from the user's code and are
 * trusted.
 */
final class JdbcStatements {
    private JdbcStatements() {}

    /** Returns the statement that inserts a row. */
    static String insert(String table, List<String> columns) {
        return "insert into "
                + table
                + " ("
                + String.join(", ", columns)
                + ") values ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", "))
                + ")";
    }

    /** Returns the statement that deletes the row with the given keys. */
    static String delete(String table, List<String> keys) {
        return "delete from "
                + table
                + " where "
                + keys.stream().map(key -> key + " = ?").collect(Collectors.joining(" and "));
    }

    /**
     * Returns the statement that inserts a row or, if there is one with the same keys, changes its
     * other columns.
     *
     * @param product {@code DatabaseMetaData.getDatabaseProductName()}
     */
    static String upsert(String product, String table, List<String> columns, List<String> keys) {
        List<String> otherColumns =
                columns.stream().filter(column -> !keys.contains(column)).toList();
        String keyList = String.join(", ", keys);
        return switch (product) {
            case "PostgreSQL", "SQLite" ->
                    insert(table, columns)
                            + " on conflict ("
                            + keyList
                            + ") do "
                            + (otherColumns.isEmpty()
                                    ? "nothing"
                                    : "update set "
                                            + assignments(otherColumns, "%s = excluded.%s"));
            case "MySQL", "MariaDB" ->
                    insert(table, columns)
                            + " on duplicate key update "
                            + assignments(
                                    otherColumns.isEmpty() ? keys : otherColumns,
                                    "%s = values(%s)");
            case "H2" ->
                    insert(table, columns)
                            .replaceFirst("insert into", "merge into")
                            .replaceFirst("\\) values", ") key (" + keyList + ") values");
            default -> merge(table, columns, keys, otherColumns);
        };
    }

    /**
     * Returns the clause that ends a query of which only the first rows are read, so that the
     * database does not plan for all rows: PostgreSQL would sort the whole table each time. Empty
     * for databases whose syntax is not known here.
     *
     * @param product {@code DatabaseMetaData.getDatabaseProductName()}
     */
    static String limitClause(String product, int rows) {
        return switch (product) {
            case "PostgreSQL", "SQLite", "MySQL", "MariaDB", "H2" -> " limit " + rows;
            default -> "";
        };
    }

    /**
     * Returns the statement that makes the queries of a transaction process one row after the
     * other, by indexes where there are any. Without it PostgreSQL scans whole joined tables and
     * evaluates conditions for rows outside the requested range. Empty for other databases.
     *
     * @param product {@code DatabaseMetaData.getDatabaseProductName()}
     */
    static String rowByRowSettings(String product) {
        return product.equals("PostgreSQL")
                ? "set local enable_seqscan = off; set local enable_bitmapscan = off;"
                        + " set local enable_hashjoin = off; set local enable_mergejoin = off;"
                        + " set local enable_material = off; set local jit = off"
                : "";
    }

    /** Returns the MERGE statement of the SQL standard since 2003. */
    private static String merge(
            String table, List<String> columns, List<String> keys, List<String> otherColumns) {
        return "merge into "
                + table
                + " t using (select "
                + columns.stream().map(column -> "? as " + column).collect(Collectors.joining(", "))
                + ") s on "
                + keys.stream()
                        .map(key -> "t." + key + " = s." + key)
                        .collect(Collectors.joining(" and "))
                + (otherColumns.isEmpty()
                        ? ""
                        : " when matched then update set " + assignments(otherColumns, "%s = s.%s"))
                + " when not matched then insert ("
                + String.join(", ", columns)
                + ") values ("
                + columns.stream().map(column -> "s." + column).collect(Collectors.joining(", "))
                + ")";
    }

    /** Returns the template for each column, with the column's name in place of {@code %s}. */
    private static String assignments(List<String> columns, String template) {
        return columns.stream()
                .map(column -> template.replace("%s", column))
                .collect(Collectors.joining(", "));
    }
}
