package io.eyewall.connectors.jdbc;

import java.io.Serializable;

/** The query of a source; see {@link JdbcSource}. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record JdbcQuery(
        Database database,
        String name,
        String query,
        String column,
        String[] fields,
        long pollEveryNs,
        boolean untilEnd)
        implements Serializable {
    /** Whether it is kept how far it is. */
    boolean isKept() {
        return !name.isEmpty();
    }

    /** Returns the name of the sequence that positions count in. */
    String source() {
        return isKept() ? name : query;
    }

    /** With one parameter: the lowest number that is to be read. */
    String sql(int task, int tasks) {
        return select("", task, tasks);
    }

    /** With two parameters: the lowest number, and the highest. */
    String range(int task, int tasks) {
        return select(" and " + column + " <= ?", task, tasks);
    }

    /**
     * By {@code >=}: H2 looks at the columns of the row at the limit even where it is not wanted.
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
