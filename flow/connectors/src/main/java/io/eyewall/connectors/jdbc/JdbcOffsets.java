package io.eyewall.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The progress of a source in a table: one row per task and per number of tasks that the source
 * ever had. Rows for another number of tasks count with the minimum over all its tasks, if every
 * one of them has a row.
 */
final class JdbcOffsets {
    private static final String TABLE = "eyewall_offsets";

    private final String source;
    private final int task;
    private final int tasks;

    JdbcOffsets(String source, int task, int tasks) {
        this.source = source;
        this.task = task;
        this.tasks = tasks;
    }

    /**
     * The progress as numbers of rows, -1 for none.
     *
     * @param mine the number up to which this task's rows are done
     * @param all the number up to which the rows of all tasks are done
     */
    record Done(long mine, long all) {}

    void createTable(Connection connection) throws SQLException {
        Tables.create(
                connection,
                TABLE,
                "source varchar("
                        + Tables.LONGEST_NAME
                        + ") not null, task int not null, tasks int not null,"
                        + " done bigint not null, primary key (source, task, tasks)");
    }

    Done read(Connection connection) throws SQLException {
        long mine = -1;
        long all = -1;
        Map<Integer, Integer> rowsOf = new HashMap<>();
        Map<Integer, Long> leastOf = new HashMap<>();
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select task, tasks, done from " + TABLE + " where source = ?")) {
            select.setString(1, source);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    int of = rows.getInt(2);
                    rowsOf.merge(of, 1, Integer::sum);
                    leastOf.merge(of, rows.getLong(3), Math::min);
                    if (rows.getInt(1) == task && of == tasks) {
                        mine = rows.getLong(3);
                    }
                }
            }
        }
        for (Map.Entry<Integer, Long> least : leastOf.entrySet()) {
            if (least.getKey().equals(rowsOf.get(least.getKey()))) {
                all = Math.max(all, least.getValue());
            }
        }
        return new Done(Math.max(mine, all), all);
    }

    void write(Connection connection, long done) throws SQLException {
        String where = " where source = ? and task = ? and tasks = ?";
        try (PreparedStatement update =
                connection.prepareStatement("update " + TABLE + " set done = ?" + where)) {
            set(update, done);
            if (update.executeUpdate() == 1) {
                return;
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "insert into "
                                + TABLE
                                + " (done, source, task, tasks) values (?, ?, ?, ?)")) {
            set(insert, done);
            insert.executeUpdate();
        }
    }

    private void set(PreparedStatement statement, long done) throws SQLException {
        statement.setLong(1, done);
        statement.setString(2, source);
        statement.setInt(3, task);
        statement.setInt(4, tasks);
    }
}
