package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Progress;
import io.eyewall.toolkit.sink.SinkWriter;
import io.eyewall.toolkit.sink.Writing;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Writes the batches of one task, each in a transaction. */
final class JdbcWriter implements SinkWriter {
    private final JdbcTarget target;
    private final @Nullable JdbcProgress place;
    private final String positionField;

    private @Nullable Connection connection;
    private String sql = "";
    private JdbcValues.Parameters parameters = JdbcValues.Parameters.NONE;
    private Progress progress = new Progress();

    JdbcWriter(JdbcTarget target, @Nullable JdbcProgress place, String positionField) {
        this.target = target;
        this.place = place;
        this.positionField = positionField;
    }

    @Override
    public void open() throws Exception {
        try {
            Connection made = JdbcTimes.connect(target.database());
            connection = made;
            made.setAutoCommit(false);
            sql = target.sqlFor(made);
            parameters = JdbcValues.Parameters.of(made, sql);
            if (place != null) {
                place.takeOver(made);
                progress = place.read(made);
            }
        } catch (SQLException e) {
            Exception failure = Failures.of(e, "a connection");
            // No tuple is at fault: another starting process may have inserted the same row.
            throw failure instanceof BadRecordException ? e : failure;
        }
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        boolean committed = false;
        try {
            int count = write(open, tuples);
            open.commit();
            committed = true;
            return count;
        } catch (SQLException e) {
            throw Failures.of(e, sql);
        } finally {
            if (!committed) {
                undo(open);
            }
        }
    }

    private int write(Connection open, List<Tuple> tuples) throws Exception {
        if (place == null) {
            execute(open, tuples);
            return tuples.size();
        }
        Writing writing = Writing.of(tuples, positionField, progress);
        if (!writing.tuples().isEmpty()) {
            place.save(open, progress, writing.lanes());
            execute(open, writing.tuples());
        }
        return writing.tuples().size();
    }

    private void execute(Connection open, List<Tuple> tuples) throws Exception {
        try (PreparedStatement statement = open.prepareStatement(sql)) {
            for (Tuple tuple : tuples) {
                int parameter = 1;
                for (String field : target.fields()) {
                    if (!tuple.contains(field)) {
                        Values.value(tuple, field); // throws an exception that lists the fields
                    }
                    JdbcValues.set(
                            statement, parameter++, tuple.getValueByField(field), parameters);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Rolls back, and rereads the progress, which contains positions that were not written. */
    private void undo(Connection open) {
        try {
            open.rollback();
            if (place != null) {
                progress = place.read(open);
            }
        } catch (SQLException e) {
            close(); // the next call fails, and the sink opens the writer again
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // The connection is lost already.
            }
        }
    }
}
