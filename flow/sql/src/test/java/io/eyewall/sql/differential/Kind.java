package io.eyewall.sql.differential;

/** The types of columns and expressions of generated scripts. */
enum Kind {
    INT("INT", "0", "7"),
    BIGINT("BIGINT", "CAST(0 AS BIGINT)", "CAST(7 AS BIGINT)"),
    DECIMAL("DECIMAL(12, 2)", "0.00", "7.25"),
    DOUBLE("DOUBLE PRECISION", "0e0", "7.5e0"),
    BOOLEAN("BOOLEAN", "FALSE", "TRUE"),
    TEXT("VARCHAR", "''", "'b'"),
    DATE("DATE", "DATE '2024-02-29'", "DATE '1999-12-31'"),
    TIME("TIME", "TIME '00:00:00'", "TIME '13:45:59'"),
    TIMESTAMP(
            "TIMESTAMP", "TIMESTAMP '2024-02-29 12:30:45'", "TIMESTAMP '1969-12-31 23:59:59.500'");

    /** The name of the type, valid here and on PostgreSQL. */
    final String sql;

    /** The simplest constant. */
    final String zero;

    /** Another constant. */
    final String other;

    Kind(String sql, String zero, String other) {
        this.sql = sql;
        this.zero = zero;
        this.other = other;
    }

    boolean isNumber() {
        return this == INT || this == BIGINT || this == DECIMAL || this == DOUBLE;
    }

    /** Returns a NULL of this type. */
    String none() {
        return "CAST(NULL AS " + sql + ")";
    }
}
