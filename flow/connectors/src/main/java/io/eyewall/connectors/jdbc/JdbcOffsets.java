package io.eyewall.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The progress of a source, stored in a table. Each task has one row for each number of tasks that
 * the source ever had. Progress that was made with another number of tasks counts as far as all of
 * those tasks had come, provided that each of them has a row.
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
     * The progress in terms of the numbers that the rows of the query have; -1 if no row is done.
     *
     * @param ofTask all rows of this task up to this number are done
     * @param ofAllTasks all rows of all tasks up to this number are done
     */
    record DoneUpTo(long ofTask, long ofAllTasks) {}

    void createTable(Connection connection) throws SQLException {
        Tables.create(
                connection,
                TABLE,
                "source varchar("
                        + Tables.MAX_NAME_LENGTH
                        + ") not null, task int not null, tasks int not null,"
                        + " done bigint not null, primary key (source, task, tasks)");
    }

    /** Returns the stored progress of this task and of all tasks. */
    DoneUpTo read(Connection connection) throws SQLException {
        long ofTask = -1;
        long ofAllTasks = -1;
        Map<Integer, Integer> rowsByTaskCount = new HashMap<>();
        Map<Integer, Long> minimumByTaskCount = new HashMap<>();
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select task, tasks, done from " + TABLE + " where source = ?")) {
            select.setString(1, source);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    int taskCount = rows.getInt(2);
                    rowsByTaskCount.merge(taskCount, 1, Integer::sum);
                    minimumByTaskCount.merge(taskCount, rows.getLong(3), Math::min);
                    if (rows.getInt(1) == task && taskCount == tasks) {
                        ofTask = rows.getLong(3);
                    }
                }
            }
        }
        for (Map.Entry<Integer, Long> minimum : minimumByTaskCount.entrySet()) {
            boolean haveAllTasksRows =
                    minimum.getKey().equals(rowsByTaskCount.get(minimum.getKey()));
            if (haveAllTasksRows) {
                ofAllTasks = Math.max(ofAllTasks, minimum.getValue());
            }
        }
        return new DoneUpTo(Math.max(ofTask, ofAllTasks), ofAllTasks);
    }

    /** Stores the progress of this task. */
    void write(Connection connection, long doneUpTo) throws SQLException {
        String where = " where source = ? and task = ? and tasks = ?";
        try (PreparedStatement update =
                connection.prepareStatement("update " + TABLE + " set done = ?" + where)) {
            setParameters(update, doneUpTo);
            if (update.executeUpdate() == 1) {
                return;
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "insert into "
                                + TABLE
                                + " (done, source, task, tasks) values (?, ?, ?, ?)")) {
            setParameters(insert, doneUpTo);
            insert.executeUpdate();
        }
    }

    private void setParameters(PreparedStatement statement, long doneUpTo) throws SQLException {
        statement.setLong(1, doneUpTo);
        statement.setString(2, source);
        statement.setInt(3, task);
        statement.setInt(4, tasks);
    }
}
