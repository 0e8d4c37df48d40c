package io.eyewall.cluster.load;

import io.eyewall.cluster.load.ExecutorRow.Key;
import io.eyewall.cluster.load.ExecutorRow.Run;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A connection to the database of loads. It has two tables, which are created if they are missing;
 * each write is one transaction. For one thread. After an exception only {@link #close} may be
 * called.
 */
final class LoadDatabase implements AutoCloseable {
    private static final List<String> TABLES =
            List.of(
                    """
                    CREATE TABLE IF NOT EXISTS eyewall_executor (
                        topology VARCHAR(512) NOT NULL, first_task INTEGER NOT NULL,
                        last_task INTEGER NOT NULL, component VARCHAR(512) NOT NULL,
                        node_id VARCHAR(512) NOT NULL, run_id VARCHAR(512) NOT NULL,
                        run_start_ms BIGINT NOT NULL, run_sequence BIGINT NOT NULL,
                        received_ms BIGINT NOT NULL, window_ms BIGINT NOT NULL,
                        cores DOUBLE PRECISION NOT NULL, tuples_per_sec DOUBLE PRECISION NOT NULL,
                        flows VARCHAR(1048576) NOT NULL,
                        PRIMARY KEY (topology, first_task))""",
                    """
                    CREATE TABLE IF NOT EXISTS eyewall_node (
                        node_id VARCHAR(512) NOT NULL PRIMARY KEY, host_name VARCHAR(512) NOT NULL,
                        host_cores DOUBLE PRECISION NOT NULL, processors INTEGER NOT NULL,
                        received_ms BIGINT NOT NULL)""");

    private final Connection connection;
    private final DatabaseAddress address;

    private LoadDatabase(Connection connection, DatabaseAddress address) {
        this.connection = connection;
        this.address = address;
    }

    static LoadDatabase open(DatabaseAddress address) throws SQLException {
        Connection connection = address.connect();
        try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute(table);
            }
            connection.setAutoCommit(false);
            return new LoadDatabase(connection, address);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Checks that the database still exists and has its tables.
     *
     * @throws SQLException if the database or a table is missing
     */
    void requireTables() throws SQLException {
        address.requireFile();
        try (Statement statement = connection.createStatement();
                ResultSet none =
                        statement.executeQuery(
                                "SELECT 1 FROM eyewall_executor, eyewall_node WHERE 1 = 0")) {
            assert !none.next();
        }
        connection.commit();
    }

    /** Returns the executors that have reported since a time. */
    List<ExecutorRow> readExecutors(long sinceMs) throws SQLException {
        List<ExecutorRow> rows = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT topology, first_task, last_task, component, node_id, run_id,"
                                + " run_start_ms, run_sequence, received_ms, window_ms, cores,"
                                + " tuples_per_sec, flows FROM eyewall_executor WHERE received_ms >= ?")) {
            statement.setLong(1, sinceMs);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Key key = new Key(row.getString(1), row.getInt(2));
                    rows.add(
                            new ExecutorRow(
                                    key,
                                    row.getString(4),
                                    row.getInt(3),
                                    row.getString(5),
                                    new Run(row.getString(6), row.getLong(7), row.getLong(8)),
                                    row.getLong(9),
                                    row.getLong(10),
                                    row.getDouble(11),
                                    row.getDouble(12),
                                    FlowText.read(row.getString(13))));
                }
            }
        }
        connection.commit();
        return rows;
    }

    /** Returns the hosts that have reported since a time. */
    List<NodeRow> readNodes(long sinceMs) throws SQLException {
        List<NodeRow> rows = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT node_id, host_name, host_cores, processors, received_ms"
                                + " FROM eyewall_node WHERE received_ms >= ?")) {
            statement.setLong(1, sinceMs);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(
                            new NodeRow(
                                    row.getString(1),
                                    row.getString(2),
                                    row.getDouble(3),
                                    row.getInt(4),
                                    row.getLong(5)));
                }
            }
        }
        connection.commit();
        return rows;
    }

    /** Writes changes in one transaction, and returns when they are on disk. */
    void write(LoadBook.Changes changes) throws SQLException {
        deleteExecutors(changes);
        insertExecutors(changes);
        writeNodes(changes.nodes());
        connection.commit();
        if (address.isFile()) {
            // Without this H2 writes half a second later, and a kill before that loses the
            // changes. WRITE_DELAY=0 is no alternative: it would end the thread that keeps the
            // file small.
            try (Statement statement = connection.createStatement()) {
                statement.execute("CHECKPOINT SYNC");
            }
        }
    }

    private void deleteExecutors(LoadBook.Changes changes) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement(
                        "DELETE FROM eyewall_executor WHERE topology = ? AND first_task = ?")) {
            for (Key key : changes.executors().keySet()) {
                delete.setString(1, key.topology());
                delete.setInt(2, key.firstTask());
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }

    private void insertExecutors(LoadBook.Changes changes) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO eyewall_executor VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Optional<ExecutorRow> each : changes.executors().values()) {
                if (each.isPresent()) {
                    ExecutorRow row = each.get();
                    insert.setString(1, row.key().topology());
                    insert.setInt(2, row.key().firstTask());
                    insert.setInt(3, row.lastTask());
                    insert.setString(4, row.component());
                    insert.setString(5, row.node());
                    insert.setString(6, row.run().id());
                    insert.setLong(7, row.run().startMs());
                    insert.setLong(8, row.run().sequence());
                    insert.setLong(9, row.receivedMs());
                    insert.setLong(10, row.windowMs());
                    insert.setDouble(11, row.cores());
                    insert.setDouble(12, row.tuplesPerSec());
                    insert.setString(13, FlowText.write(row.flows()));
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }

    private void writeNodes(List<NodeRow> nodes) throws SQLException {
        try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM eyewall_node WHERE node_id = ?");
                PreparedStatement insert =
                        connection.prepareStatement(
                                "INSERT INTO eyewall_node VALUES (?, ?, ?, ?, ?)")) {
            for (NodeRow row : nodes) {
                delete.setString(1, row.node());
                delete.addBatch();
                if (row.processors() > 0) { // otherwise the host is gone
                    insert.setString(1, row.node());
                    insert.setString(2, row.host());
                    insert.setDouble(3, row.hostCores());
                    insert.setInt(4, row.processors());
                    insert.setLong(5, row.receivedMs());
                    insert.addBatch();
                }
            }
            delete.executeBatch();
            insert.executeBatch();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
