package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.progress.Progress;
import io.eyewall.toolkit.sink.TransactionContent;
import io.eyewall.toolkit.sink.TransactionalWriter;
import io.eyewall.toolkit.sink.WrittenSnapshot;
import io.eyewall.toolkit.snapshot.SnapshotId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Writes the batches of one task, each in a transaction. */
final class JdbcWriter implements TransactionalWriter {
    private final JdbcTarget target;

    /** The stored progress of an exactly-once sink; null: at least once. */
    private final @Nullable JdbcProgress progressTable;

    /** The field that holds the position; empty if the sink writes snapshots. */
    private final String positionField;

    private @Nullable Connection connection;
    private String sql = "";
    private JdbcValues.ParameterRules parameterRules = JdbcValues.ParameterRules.NONE;
    private String deletionSql = "";
    private JdbcValues.ParameterRules deletionRules = JdbcValues.ParameterRules.NONE;
    private Progress progress = new Progress();

    /** The last snapshot that the database has of this task; null: none. */
    private @Nullable SnapshotId writtenSnapshot;

    JdbcWriter(JdbcTarget target, @Nullable JdbcProgress progressTable, String positionField) {
        this.target = target;
        this.progressTable = progressTable;
        this.positionField = positionField;
    }

    @Override
    public void open() throws Exception {
        try {
            Connection opened = JdbcTimes.connectInUtc(target.database());
            connection = opened;
            opened.setAutoCommit(false);
            sql = target.sqlFor(opened);
            parameterRules = JdbcValues.ParameterRules.query(opened, sql);
            if (target.deletion() != null) {
                deletionSql = target.deletionSql();
                deletionRules = JdbcValues.ParameterRules.query(opened, deletionSql);
            }
            if (progressTable != null) {
                progressTable.takeOver(opened);
                progress = progressTable.read(opened);
                writtenSnapshot = progressTable.readSnapshot(opened);
            }
        } catch (SQLException e) {
            Exception failure = JdbcFailures.classify(e, "a connection");
            // No tuple is bad: another process that starts may have inserted the same row of the
            // progress.
            throw failure instanceof BadRecordException ? e : failure;
        }
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        Connection openConnection = connection;
        if (openConnection == null) {
            throw new IllegalStateException("not open");
        }
        boolean committed = false;
        try {
            int count = write(openConnection, tuples);
            openConnection.commit();
            committed = true;
            return count;
        } catch (SQLException e) {
            throw JdbcFailures.classify(e, sql);
        } finally {
            if (!committed) {
                rollBack(openConnection);
            }
        }
    }

    @Override
    public int writeSnapshot(SnapshotId snapshot, List<Tuple> tuples) throws Exception {
        Connection openConnection = connection;
        if (openConnection == null || progressTable == null) {
            throw new IllegalStateException("not open");
        }
        if (!WrittenSnapshot.isMissing(
                snapshot,
                writtenSnapshot,
                "the database",
                progressTable.sink(),
                "give the sink another name or delete its rows of eyewall_progress")) {
            return 0;
        }
        boolean committed = false;
        try {
            progressTable.saveSnapshot(openConnection, snapshot);
            execute(openConnection, tuples);
            openConnection.commit();
            committed = true;
            writtenSnapshot = snapshot;
            return tuples.size();
        } catch (SQLException e) {
            Exception failure = JdbcFailures.classify(e, sql);
            throw failure instanceof BadRecordException bad
                    ? WrittenSnapshot.unwritable(snapshot, bad)
                    : failure;
        } finally {
            if (!committed) {
                rollBack(openConnection);
            }
        }
    }

    private int write(Connection openConnection, List<Tuple> tuples) throws Exception {
        if (progressTable == null || positionField.isEmpty()) {
            execute(openConnection, tuples);
            return tuples.size();
        }
        TransactionContent content = TransactionContent.select(tuples, positionField, progress);
        if (!content.tuples().isEmpty()) {
            progressTable.save(openConnection, progress, content.lanes());
            execute(openConnection, content.tuples());
        }
        return content.tuples().size();
    }

    private void execute(Connection openConnection, List<Tuple> tuples) throws Exception {
        Fn.Is<Tuple> deletion = target.deletion();
        if (deletion == null) {
            execute(openConnection, sql, target.fields(), parameterRules, tuples);
            return;
        }
        List<Tuple> deletions = new ArrayList<>();
        List<Tuple> upserts = new ArrayList<>();
        for (Tuple tuple : lastByKeys(tuples)) {
            (deletion.test(tuple) ? deletions : upserts).add(tuple);
        }
        execute(openConnection, deletionSql, target.keys(), deletionRules, deletions);
        execute(openConnection, sql, target.fields(), parameterRules, upserts);
    }

    /** Returns the last tuple of each combination of keys. */
    private Collection<Tuple> lastByKeys(List<Tuple> tuples) throws BadRecordException {
        Map<List<Object>, Tuple> last = new LinkedHashMap<>();
        for (Tuple tuple : tuples) {
            List<Object> key = new ArrayList<>(target.keys().size());
            for (String column : target.keys()) {
                Object value = tuple.getValueByField(column);
                if (value == null) {
                    throw new BadRecordException(
                            "column " + column + " is a key, and has no value", null);
                }
                key.add(value);
            }
            last.put(key, tuple);
        }
        return last.values();
    }

    private static void execute(
            Connection openConnection,
            String sql,
            List<String> fields,
            JdbcValues.ParameterRules rules,
            Collection<Tuple> tuples)
            throws Exception {
        if (tuples.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = openConnection.prepareStatement(sql)) {
            for (Tuple tuple : tuples) {
                int parameter = 1;
                for (String field : fields) {
                    if (!tuple.contains(field)) {
                        Values.value(tuple, field); // throws an exception that lists the fields
                    }
                    JdbcValues.setParameter(
                            statement, parameter++, tuple.getValueByField(field), rules);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /**
     * Rolls back, and reads the stored progress again, as {@link #progress} contains positions that
     * were not written.
     */
    private void rollBack(Connection openConnection) {
        try {
            openConnection.rollback();
            if (progressTable != null) {
                progress = progressTable.read(openConnection);
            }
        } catch (SQLException e) {
            close(); // the next call fails, and the sink opens the writer again
        }
    }

    @Override
    public void close() {
        Connection openConnection = connection;
        connection = null;
        if (openConnection != null) {
            try {
                openConnection.close();
            } catch (SQLException e) {
                // The connection is lost already.
            }
        }
    }
}
