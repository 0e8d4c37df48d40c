package io.eyewall.connectors.jdbc;

import java.io.Serializable;

/** The query of a source; see {@link JdbcSource}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record JdbcQuery(
        Database database,
        String name,
        String query,
        String column,
        String[] fields,
        long pollEveryNs,
        boolean untilEnd)
        implements Serializable {
    /** Returns whether the progress is stored. */
    boolean isKept() {
        return !name.isEmpty();
    }

    /** Returns the name of the sequence that positions count in. */
    String source() {
        return isKept() ? name : query;
    }

    /** Returns the SQL with one parameter: the lowest number to read. */
    String sql(int task, int tasks) {
        return select("", task, tasks);
    }

    /** Returns the SQL with two parameters: the lowest and the highest number to read. */
    String range(int task, int tasks) {
        return select(" and " + column + " <= ?", task, tasks);
    }

    /**
     * Builds the SQL. It compares by {@code >=} because with {@code >} H2 evaluates the columns of
     * the excluded row at the limit, too.
     */
    private String select(String condition, int task, int tasks) {
        String share = tasks == 1 ? "" : " and mod(" + column + ", " + tasks + ") = " + task;
        return "select * from ("
                + query
                + ") q where "
                + column
                + " >= ?"
                + condition
                + share
                + " order by "
                + column;
    }
}
