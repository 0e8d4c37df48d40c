package io.eyewall.connectors.jdbc;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Builds the SQL of inserts and upserts. Table and column names come from the user's code and are
 * trusted.
 */
final class JdbcStatements {
    private JdbcStatements() {}

    static String insert(String table, List<String> columns) {
        return "insert into "
                + table
                + " ("
                + String.join(", ", columns)
                + ") values ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", "))
                + ")";
    }

    /**
     * Inserts a row or, if there is one with the same keys, changes its other columns.
     *
     * @param product {@code DatabaseMetaData.getDatabaseProductName()}
     */
    static String upsert(String product, String table, List<String> columns, List<String> keys) {
        List<String> others = columns.stream().filter(column -> !keys.contains(column)).toList();
        String keyList = String.join(", ", keys);
        return switch (product) {
            case "PostgreSQL", "SQLite" ->
                    insert(table, columns)
                            + " on conflict ("
                            + keyList
                            + ") do "
                            + (others.isEmpty()
                                    ? "nothing"
                                    : "update set " + assigned(others, "%s = excluded.%s"));
            case "MySQL", "MariaDB" ->
                    insert(table, columns)
                            + " on duplicate key update "
                            + assigned(others.isEmpty() ? keys : others, "%s = values(%s)");
            case "H2" ->
                    insert(table, columns)
                            .replaceFirst("insert into", "merge into")
                            .replaceFirst("\\) values", ") key (" + keyList + ") values");
            default -> merge(table, columns, keys, others);
        };
    }

    /**
     * Returns the ending of a query of which only the first rows are read, so that the database
     * does not plan for all of them: PostgreSQL would sort the whole table each time. Empty for
     * databases whose syntax is unknown.
     *
     * @param product {@code DatabaseMetaData.getDatabaseProductName()}
     */
    static String limit(String product, int rows) {
        return switch (product) {
            case "PostgreSQL", "SQLite", "MySQL", "MariaDB", "H2" -> " limit " + rows;
            default -> "";
        };
    }

    /**
     * Returns the statement that makes a transaction process one row after the other, by indexes
     * where there are any. Without it PostgreSQL scans whole joined tables and evaluates conditions
     * for rows outside the requested range. Empty if the database needs none or none is known.
     *
     * @param product {@code DatabaseMetaData.getDatabaseProductName()}
     */
    static String rowByRow(String product) {
        return product.equals("PostgreSQL")
                ? "set local enable_seqscan = off; set local enable_bitmapscan = off;"
                        + " set local enable_hashjoin = off; set local enable_mergejoin = off;"
                        + " set local enable_material = off; set local jit = off"
                : "";
    }

    /** Returns the MERGE statement of the SQL standard since 2003. */
    private static String merge(
            String table, List<String> columns, List<String> keys, List<String> others) {
        return "merge into "
                + table
                + " t using (select "
                + columns.stream().map(column -> "? as " + column).collect(Collectors.joining(", "))
                + ") s on "
                + keys.stream()
                        .map(key -> "t." + key + " = s." + key)
                        .collect(Collectors.joining(" and "))
                + (others.isEmpty()
                        ? ""
                        : " when matched then update set " + assigned(others, "%s = s.%s"))
                + " when not matched then insert ("
                + String.join(", ", columns)
                + ") values ("
                + columns.stream().map(column -> "s." + column).collect(Collectors.joining(", "))
                + ")";
    }

    private static String assigned(List<String> columns, String each) {
        return columns.stream()
                .map(column -> each.replace("%s", column))
                .collect(Collectors.joining(", "));
    }
}
