package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.progress.Progress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;

/**
 * The progress of one sink task in a table, one row per lane. The row of the lane {@code ''}
 * records who may write: a task that starts stores its mark there, so a process that no longer owns
 * the task, without knowing it, finds another mark and is fenced off.
 */
final class JdbcProgress {
    private static final String TABLE = "eyewall_progress";
    private static final String OWNER = "";

    private final String sink;
    private final int task;
    private final String mark = UUID.randomUUID().toString();

    JdbcProgress(String sink, int task) {
        this.sink = sink;
        this.task = task;
    }

    /** Fences off other processes that write as this task. Ends a transaction. */
    void takeOver(Connection connection) throws SQLException {
        Tables.create(
                connection,
                TABLE,
                "sink varchar("
                        + Tables.LONGEST_NAME
                        + ") not null, task int not null, lane varchar(400) not null,"
                        + " written text, primary key (sink, task, lane)");
        put(connection, OWNER, mark); // waits for a running transaction of the previous owner
        connection.commit();
    }

    /** Returns the positions that all tasks of the sink have written. Ends a transaction. */
    Progress read(Connection connection) throws SQLException {
        Progress progress = new Progress();
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select lane, written from " + TABLE + " where sink = ? and lane <> ''")) {
            select.setString(1, sink);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    progress.merge(rows.getString(1), rows.getString(2));
                }
            }
        }
        connection.commit();
        return progress;
    }

    /**
     * Saves the progress within the transaction that writes the tuples; fails if another process
     * has taken over.
     */
    void save(Connection connection, Progress progress, Set<String> lanes) throws SQLException {
        try (PreparedStatement owner =
                connection.prepareStatement(
                        "update "
                                + TABLE
                                + " set written = ? where sink = ? and task = ? and lane = ''"
                                + " and written = ?")) {
            owner.setString(1, mark);
            owner.setString(2, sink);
            owner.setInt(3, task);
            owner.setString(4, mark);
            if (owner.executeUpdate() != 1) {
                throw new ConnectorException(
                        Category.FENCED,
                        "another process writes as task "
                                + task
                                + " of sink '"
                                + sink
                                + "': end one of them, or give their sinks two names",
                        null);
            }
        }
        for (String lane : lanes) {
            put(connection, lane, progress.write(lane));
        }
    }

    private void put(Connection connection, String lane, String text) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        "update "
                                + TABLE
                                + " set written = ? where sink = ? and task = ? and lane = ?")) {
            update.setString(1, text);
            update.setString(2, sink);
            update.setInt(3, task);
            update.setString(4, lane);
            if (update.executeUpdate() == 1) {
                return;
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "insert into "
                                + TABLE
                                + " (written, sink, task, lane) values (?, ?, ?, ?)")) {
            insert.setString(1, text);
            insert.setString(2, sink);
            insert.setInt(3, task);
            insert.setString(4, lane);
            insert.executeUpdate();
        }
    }
}
