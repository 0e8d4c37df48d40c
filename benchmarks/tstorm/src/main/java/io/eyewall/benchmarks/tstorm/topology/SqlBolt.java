package io.eyewall.benchmarks.tstorm.topology;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;

/**
 * Executes a statement for each tuple, with the tuple's values as parameters, in a transaction
 * each.
 */
final class SqlBolt extends BaseBasicBolt {
    private static final long serialVersionUID = 1L;

    private final String url;
    private final String table;
    private final String insert;
    private transient Connection connection;
    private transient PreparedStatement statement;

    /**
     * Creates the bolt.
     *
     * @param table statement that creates the table if it does not exist
     * @param insert statement with a parameter for each value
     */
    @SuppressWarnings("NullAway.Init") // by prepare
    SqlBolt(String url, String table, String insert) {
        this.url = url;
        this.table = table;
        this.insert = insert;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        try {
            connection = DriverManager.getConnection(url);
            try (Statement first = connection.createStatement()) {
                first.execute("select pg_advisory_lock(1)"); // other tasks create the table, too
                first.execute(table);
                first.execute("select pg_advisory_unlock(1)");
            }
            statement = connection.prepareStatement(insert);
        } catch (SQLException e) {
            throw new IllegalStateException(url, e);
        }
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector output) {
        try {
            for (int i = 0; i < input.size(); i++) {
                statement.setObject(i + 1, input.getValue(i));
            }
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new FailedException(insert, e);
        }
    }

    @Override
    public void cleanup() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(url, e);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // the last bolt
    }
}
