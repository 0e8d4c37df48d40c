package io.eyewall.connectors.jdbc;

import java.io.Serializable;

/**
 * The query of a source, with its settings; see {@link JdbcSource}.
 *
 * @param name the name under which the progress is stored; empty: it is not stored
 * @param column the column that numbers the rows
 * @param fields the columns to read
 * @param pollEveryNs the interval of polls while there are no more rows
 * @param untilEnd whether the source ends when there are no more rows
 */
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
    boolean storesProgress() {
        return !name.isEmpty();
    }

    /** Returns the source of the rows' positions. */
    String positionSource() {
        return storesProgress() ? name : query;
    }

    /** Returns the SQL with one parameter: the lowest number to read. */
    String selectFrom(int task, int tasks) {
        return buildSelect("", task, tasks);
    }

    /** Returns the SQL with two parameters: the lowest and the highest number to read. */
    String selectRange(int task, int tasks) {
        return buildSelect(" and " + column + " <= ?", task, tasks);
    }

    /**
     * Builds the SQL for one task's rows. It compares by {@code >=} because with {@code >} H2 also
     * evaluates the columns of the row at the limit, which is excluded.
     */
    private String buildSelect(String upperBound, int task, int tasks) {
        String ofTask = tasks == 1 ? "" : " and mod(" + column + ", " + tasks + ") = " + task;
        return "select * from ("
                + query
                + ") q where "
                + column
                + " >= ?"
                + upperBound
                + ofTask
                + " order by "
                + column;
    }
}
