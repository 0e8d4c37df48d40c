package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.progress.Progress;
import io.eyewall.toolkit.snapshot.SnapshotId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a sink, stored in a table: one row for each task and each lane of its {@link
 * Progress}. A task's row with the empty lane name {@code ''} records which process may write as
 * this task: each process stores a random mark there when it starts. An older process that still
 * runs then finds another mark than its own, and its transaction fails.
 */
final class JdbcProgress {
    private static final String TABLE = "eyewall_progress";
    private static final String WRITER_LANE = "";

    /** The lane of the last snapshot; sources have no such name, as they double each hash sign. */
    private static final String SNAPSHOT_LANE = "#snapshot";

    private final String sink;
    private final int task;
    private final String writerMark = UUID.randomUUID().toString();

    JdbcProgress(String sink, int task) {
        this.sink = sink;
        this.task = task;
    }

    /**
     * Makes this process the only one that may write as this task. Commits the current transaction.
     */
    void takeOver(Connection connection) throws SQLException {
        Tables.create(
                connection,
                TABLE,
                "sink varchar("
                        + Tables.MAX_NAME_LENGTH
                        + ") not null, task int not null, lane varchar(400) not null,"
                        + " written text, primary key (sink, task, lane)");
        // Waits for a running transaction of the process that wrote as this task before.
        putRow(connection, WRITER_LANE, writerMark);
        connection.commit();
    }

    /**
     * Returns the positions that all tasks of the sink have written. Commits the current
     * transaction.
     */
    Progress read(Connection connection) throws SQLException {
        Progress progress = new Progress();
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select lane, written from "
                                + TABLE
                                + " where sink = ? and lane <> '' and lane <> ?")) {
            select.setString(1, sink);
            select.setString(2, SNAPSHOT_LANE);
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
     * Saves the progress within the transaction that writes the tuples.
     *
     * @param lanes the lanes that have changed
     * @throws ConnectorException if another process has taken over this task
     */
    void save(Connection connection, Progress progress, Set<String> lanes) throws SQLException {
        claim(connection);
        for (String lane : lanes) {
            putRow(connection, lane, progress.write(lane));
        }
    }

    String sink() {
        return sink;
    }

    /** Returns the last snapshot whose rows this task has written; null if there is none. */
    @Nullable SnapshotId readSnapshot(Connection connection) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select written from "
                                + TABLE
                                + " where sink = ? and task = ? and lane = ?")) {
            select.setString(1, sink);
            select.setInt(2, task);
            select.setString(3, SNAPSHOT_LANE);
            SnapshotId snapshot = null;
            try (ResultSet rows = select.executeQuery()) {
                if (rows.next()) {
                    String[] written = rows.getString(1).split(" ");
                    snapshot = new SnapshotId(written[0], Long.parseLong(written[1]));
                }
            }
            connection.commit();
            return snapshot;
        }
    }

    /**
     * Saves the number of a snapshot within the transaction that writes its rows.
     *
     * @throws ConnectorException if another process has taken over this task
     */
    void saveSnapshot(Connection connection, SnapshotId snapshot) throws SQLException {
        claim(connection);
        putRow(connection, SNAPSHOT_LANE, snapshot.lineage() + " " + snapshot.number());
    }

    private void claim(Connection connection) throws SQLException {
        try (PreparedStatement claim =
                connection.prepareStatement(
                        "update "
                                + TABLE
                                + " set written = ? where sink = ? and task = ? and lane = ''"
                                + " and written = ?")) {
            claim.setString(1, writerMark);
            claim.setString(2, sink);
            claim.setInt(3, task);
            claim.setString(4, writerMark);
            if (claim.executeUpdate() != 1) {
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
    }

    /** Updates the row of this task and a lane, or inserts it. */
    private void putRow(Connection connection, String lane, String written) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        "update "
                                + TABLE
                                + " set written = ? where sink = ? and task = ? and lane = ?")) {
            update.setString(1, written);
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
            insert.setString(1, written);
            insert.setString(2, sink);
            insert.setInt(3, task);
            insert.setString(4, lane);
            insert.executeUpdate();
        }
    }
}
