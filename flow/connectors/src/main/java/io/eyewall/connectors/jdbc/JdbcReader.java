package io.eyewall.connectors.jdbc;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.RewindableReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/** Reads one task's share of a query's rows, in the order of their numbers. */
final class JdbcReader implements RewindableReader {
    private final JdbcQuery query;
    private final int task;
    private final int tasks;
    private final JdbcOffsets offsets;

    /** The numbers of the rows that were read and are not done. */
    private final TreeSet<Long> unfinished = new TreeSet<>();

    private @Nullable Connection connection;
    private boolean hasReadProgress;

    /** The number behind which the reader has begun. */
    private long beginsBehind = Long.MIN_VALUE;

    /** The number up to which rows are released; null: rows are reported as done instead. */
    private @Nullable Long releasedUpTo;

    /** The number up to which rows were read. */
    private long lastRead;

    /** The number up to which the stored progress contains this task's rows; -1 if none. */
    private long committed = -1;

    /** See {@link io.eyewall.toolkit.progress.Position#floor}. */
    private long floor;

    private long nextPollAtNs;
    private boolean ended;

    JdbcReader(JdbcQuery query, int task, int tasks) {
        this.query = query;
        this.task = task;
        this.tasks = tasks;
        offsets = new JdbcOffsets(query.name(), task, tasks);
    }

    @Override
    public void open() throws Exception {
        try {
            Connection opened = JdbcTimes.connectInUtc(query.database());
            connection = opened;
            if (!hasReadProgress) {
                if (query.storesProgress()) {
                    offsets.createTable(opened);
                    applyProgress(offsets.read(opened));
                }
                // Begins at the smallest number, so that negative numbers are found and refused.
                beginsBehind = committed < 0 ? Long.MIN_VALUE : committed;
                lastRead = beginsBehind;
                hasReadProgress = true;
            }
            nextPollAtNs = Time.nanoTime();
        } catch (SQLException e) {
            throw JdbcFailures.classify(e, "a connection");
        }
    }

    /**
     * Continues from stored progress. No task will read rows up to {@code ofAllTasks} again,
     * whatever the number of tasks, so the floor of positions lies above them.
     */
    private void applyProgress(JdbcOffsets.DoneUpTo doneUpTo) {
        committed = doneUpTo.ofTask();
        floor = doneUpTo.ofAllTasks() + 1;
    }

    private Connection connection() {
        Connection openConnection = connection;
        if (openConnection == null) {
            throw new IllegalStateException("not open");
        }
        return openConnection;
    }

    @Override
    public void rewind(Map<String, Long> offsets) {
        lastRead = offsets.values().stream().findFirst().orElse(beginsBehind);
        releasedUpTo = releasedUpTo == null ? committed : releasedUpTo;
        ended = false;
        nextPollAtNs = Time.nanoTime();
    }

    @Override
    public void release(Map<String, Long> offsets) {
        offsets.values().forEach(offset -> releasedUpTo = offset);
    }

    @Override
    public List<Incoming> poll() throws Exception {
        if (Time.nanoTime() - nextPollAtNs < 0) {
            return List.of();
        }
        JdbcRows.Chunk chunk = readChunk();
        List<Incoming> rows = chunk.rows();
        for (Incoming row : rows) {
            long id = row.position().offset();
            if (id == lastRead) {
                throw new ConnectorException(
                        ConnectorException.Category.CONFIG,
                        "two rows have "
                                + query.column()
                                + " = "
                                + id
                                + ": expected a column with a unique number in each row,"
                                + " such as a primary key; the query is "
                                + query.query(),
                        null);
            }
            lastRead = id;
            if (releasedUpTo == null) {
                unfinished.add(id);
            }
        }
        lastRead = chunk.upTo();
        if (!chunk.hasMore()) {
            nextPollAtNs = Time.nanoTime() + query.pollEveryNs();
            ended = query.untilEnd() && rows.isEmpty();
        }
        return rows;
    }

    private JdbcRows.Chunk readChunk() throws Exception {
        try {
            return new JdbcRows(connection(), query, task, tasks, floor).rowsAfter(lastRead);
        } catch (SQLException e) {
            throw JdbcFailures.classify(e, query.query());
        }
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void done(Incoming message) {
        unfinished.remove(message.position().offset());
    }

    @Override
    public void commit() throws Exception {
        long doneUpTo = doneUpTo();
        if (query.storesProgress() && doneUpTo > committed) {
            try {
                offsets.write(connection(), doneUpTo);
                applyProgress(offsets.read(connection()));
            } catch (SQLException e) {
                throw JdbcFailures.classify(e, "the progress of source '" + query.name() + "'");
            }
        }
    }

    /** Returns the number up to which all rows are done; negative if nothing is. */
    private long doneUpTo() {
        if (releasedUpTo != null) {
            return releasedUpTo;
        }
        return unfinished.isEmpty() ? lastRead : unfinished.first() - 1;
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
