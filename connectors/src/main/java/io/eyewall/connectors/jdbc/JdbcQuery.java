package io.eyewall.connectors.jdbc;

import java.io.Serializable;

/** What a source asks for; see {@link JdbcSource}. */
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

    /** What positions count in. */
    String source() {
        return isKept() ? name : query;
    }

    /** With one parameter: the highest number that was read. */
    String sql(int task, int tasks) {
        String share = tasks == 1 ? "" : " and mod(" + column + ", " + tasks + ") = " + task;
        return "select * from ("
                + query
                + ") q where "
                + column
                + " > ?"
                + share
                + " order by "
                + column;
    }
}
