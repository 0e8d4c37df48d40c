package io.eyewall.toolkit.sink;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.DeadLetterSender;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.failure.RetryDelay;
import io.eyewall.toolkit.failure.ThrottledCount;
import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import io.eyewall.toolkit.snapshot.Snapshots;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.snapshot.TaskSnapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bolt of all sinks: writes tuples through a {@link SinkWriter}, in batches, and acks a tuple
 * once the medium has it. While a server cannot be reached the bolt tries a batch again for {@link
 * SinkOptions#retryFor}; then it fails the batch's tuples, and their spout replays them. From then
 * on, until a write succeeds again, it tries each batch only once: otherwise tuples would queue
 * behind the retries of all batches before them, and time out. A tuple that can never be written is
 * found by halving its batch.
 *
 * <p>With snapshots, a transactional sink holds tuples back until the snapshot that contains them
 * is whole, and then writes all of them in one transaction. A file is cut back. Any other sink
 * writes all that precedes a snapshot before the snapshot is whole; after a failure it writes again
 * what followed.
 *
 * <p>Storm counters: {@code written}, {@code repeated} (tuples that the medium already had), {@code
 * dead-letters}, {@code retries}.
 */
public final class SinkBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SinkBolt.class);

    /** The number of tuples that are saved as one entry. */
    private static final int CHUNK_TUPLES = 1000;

    private static final int POSITION_TABLE = 1;

    private final SinkWriter.Factory factory;
    private final SinkOptions options;

    private transient String name;
    private transient SinkWriter writer;
    private transient List<Tuple> batch;
    private transient RetryDelay retryDelay;
    private transient Counter written;
    private transient Counter repeated;
    private transient DeadLetterSender deadLetters;
    private transient Counter retries;
    private transient ThrottledCount failedTuples;

    /** Whether a batch was given up and none has been written since. */
    private transient boolean isUnreachable;

    private transient boolean isConnected;

    /** Whether the writer was ever opened successfully. */
    private transient boolean hasBeenOpen;

    private transient long batchBeginNs;

    /** The tuples of a transactional sink that are saved in {@link #snapshot} and not written. */
    private transient @Nullable List<Tuple> uncommitted;

    /** The snapshot that contains {@link #uncommitted}. */
    private transient long snapshot;

    /** The last snapshot that this task has written. */
    private transient long committed;

    /** The number of entries in which the last snapshot has tuples. */
    private transient int savedChunks;

    @SuppressWarnings("NullAway.Init") // prepare sets the fields
    SinkBolt(SinkWriter.Factory factory, SinkOptions options) {
        this.factory = factory;
        this.options = options;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        name = "sink '" + context.getThisComponentId() + "' task " + context.getThisTaskId();
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        writer = factory.of(context.getThisTaskIndex(), tasks, conf);
        batch = new ArrayList<>();
        retryDelay = new RetryDelay();
        written = context.registerCounter("written");
        repeated = context.registerCounter("repeated");
        deadLetters = new DeadLetterSender(name, context, collector());
        retries = context.registerCounter("retries");
        failedTuples = new ThrottledCount();
        if (options.isTransactional() && snapshots() == null) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG,
                    name + ": " + Snapshots.missingKeyMessage("a transactional sink"),
                    null);
        }
    }

    // ---- snapshots -----------------------------------------------------------------------------

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected boolean commitsSnapshots() {
        return options.isTransactional();
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        if (!options.isTransactional()) {
            flush();
            savePosition(out);
            return;
        }
        if (uncommitted != null) { // of a snapshot that has never become whole
            uncommitted.addAll(batch);
            batch = uncommitted;
        }
        int chunks = (batch.size() + CHUNK_TUPLES - 1) / CHUNK_TUPLES;
        for (int i = 0; i < chunks; i++) {
            int end = Math.min(batch.size(), (i + 1) * CHUNK_TUPLES);
            out.put(
                    0,
                    i,
                    batch.subList(i * CHUNK_TUPLES, end).stream().map(this::savedTuple).toArray());
        }
        for (int i = chunks; i < savedChunks; i++) {
            out.remove(0, i);
        }
        savedChunks = chunks;
        TaskSnapshots part = snapshots();
        if (batch.isEmpty() && part != null) {
            part.skipCommit(number);
            uncommitted = null;
        } else {
            uncommitted = batch;
            snapshot = number;
        }
        batch = new ArrayList<>();
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        batch = new ArrayList<>();
        uncommitted = null;
        savedChunks = 0;
        if (options.isTransactional() && number > 0) {
            List<Tuple> restored = new ArrayList<>();
            in.forEach(
                    0,
                    (entry, content) -> {
                        savedChunks++;
                        for (Object tuple : content) {
                            restored.add(restoredTuple(tuple));
                        }
                    });
            uncommitted = number == committed ? null : restored;
            snapshot = number;
        }
        if (writer instanceof RewindableWriter rewindable && rewindable.isRewindable()) {
            disconnect();
            rewindable.rewind(0);
            in.forEach(POSITION_TABLE, (entry, content) -> rewindable.rewind((Long) content[0]));
        }
    }

    private void savePosition(StateWriter out) {
        if (writer instanceof RewindableWriter rewindable && rewindable.isRewindable()) {
            try {
                out.put(POSITION_TABLE, 1, rewindable.position());
            } catch (Exception e) {
                throw e instanceof RuntimeException known ? known : new IllegalStateException(e);
            }
        }
    }

    /** Writes the tuples of a snapshot once it is whole. */
    private void commitIfWhole() {
        TaskSnapshots part = snapshots();
        List<Tuple> tuples = uncommitted;
        if (part == null || tuples == null || part.stored() < snapshot || part.mustRollBack()) {
            return;
        }
        try {
            int writtenCount =
                    writeWithRetries(
                            () ->
                                    ((TransactionalWriter) writer)
                                            .writeSnapshot(part.id(snapshot), tuples),
                            System.nanoTime() + options.retryFor().toNanos());
            written.inc(writtenCount);
            repeated.inc(tuples.size() - writtenCount);
            uncommitted = null;
            committed = snapshot;
            part.committed(snapshot);
        } catch (Exception e) {
            if (!ConnectorException.isRetryable(e)) {
                throw e instanceof RuntimeException known ? known : new IllegalStateException(e);
            }
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (!isUnreachable) {
                LOG.warn(
                        "{}: can't commit snapshot {}; trying on until it succeeds",
                        name,
                        snapshot,
                        e);
                collector().reportError(e);
            }
            isUnreachable = true;
        }
    }

    // ---- tuples --------------------------------------------------------------------------------

    @Override
    protected void onTuple(Tuple tuple) {
        if (batch.isEmpty()) {
            batchBeginNs = Time.nanoTime();
        }
        batch.add(tuple);
        flushIfDue();
    }

    @Override
    protected void onTick() {
        flushIfDue();
    }

    @Override
    protected void onWindow(long number) {
        flush();
    }

    @Override
    protected void onFinal() {
        flush();
        if (!hasBeenOpen && writer.mustOpenWithoutTuples()) {
            write(List.of(), System.nanoTime() + options.retryFor().toNanos());
        }
    }

    private void flushIfDue() {
        if (options.isTransactional()) {
            commitIfWhole();
        } else if (batch.size() >= options.batchTuples()
                || Time.nanoTime() - batchBeginNs >= options.batchAge().toNanos()) {
            flush();
        }
    }

    private void flush() {
        if (batch.isEmpty() || options.isTransactional()) {
            return;
        }
        List<Tuple> tuples = batch;
        batch = new ArrayList<>();
        // By the real clock, as servers do not stop when a test's simulated clock does.
        long giveUpAtNs = System.nanoTime() + options.retryFor().toNanos();
        write(tuples, giveUpAtNs);
    }

    /** Writes tuples, and acks them, fails them or sends them to the dead letters. */
    private void write(List<Tuple> tuples, long giveUpAtNs) {
        try {
            int writtenCount = writeWithRetries(() -> writer.write(tuples), giveUpAtNs);
            written.inc(writtenCount);
            repeated.inc(tuples.size() - writtenCount);
            tuples.forEach(collector()::ack);
        } catch (BadRecordException e) {
            if (tuples.size() == 1) {
                sendToDeadLetters(tuples.get(0), e);
            } else {
                int half = tuples.size() / 2;
                write(tuples.subList(0, half), giveUpAtNs);
                write(tuples.subList(half, tuples.size()), giveUpAtNs);
            }
        } catch (Exception e) {
            if (!ConnectorException.isRetryable(e)) {
                throw e instanceof RuntimeException known ? known : new IllegalStateException(e);
            }
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            giveUp(tuples, e);
        }
    }

    /**
     * Fails the tuples; reports the error for the first batch only, until a write succeeds again.
     */
    private void giveUp(List<Tuple> tuples, Exception e) {
        long unreported = failedTuples.add(tuples.size());
        if (!isUnreachable) {
            LOG.warn(
                    "{}: can't write; failed {} tuples, and will fail others until a write"
                            + " succeeds",
                    name,
                    tuples.size(),
                    e);
            collector().reportError(e);
        } else if (unreported > 0) {
            LOG.warn("{}: {} more tuples failed: {}", name, unreported, e.toString());
        }
        isUnreachable = true;
        tuples.forEach(collector()::fail);
    }

    /** Writes tuples and returns how many; the medium has the rest. */
    private interface Attempt {
        int write() throws Exception;
    }

    /**
     * Returns the number of tuples written; throws the last attempt's exception if all have failed.
     */
    private int writeWithRetries(Attempt attempt, long giveUpAtNs) throws Exception {
        while (true) {
            try {
                if (!isConnected) {
                    writer.open();
                    isConnected = true;
                    hasBeenOpen = true;
                }
                int writtenCount = attempt.write();
                onSuccess();
                return writtenCount;
            } catch (BadRecordException e) {
                throw e;
            } catch (Exception e) {
                disconnect();
                long delayNs = retryDelay.delayNsAfterFailure();
                long leftNs = giveUpAtNs - System.nanoTime();
                if (!ConnectorException.isRetryable(e)
                        || e instanceof InterruptedException
                        || isUnreachable
                        || leftNs <= 0) {
                    throw e;
                }
                retries.inc();
                if (retryDelay.failures() == 1) {
                    LOG.warn("{}: can't write; trying again", name, e);
                } else {
                    LOG.warn(
                            "{}: attempt {} failed: {}", name, retryDelay.failures(), e.toString());
                }
                TimeUnit.NANOSECONDS.sleep(Math.min(delayNs, leftNs));
            }
        }
    }

    private void onSuccess() {
        if (retryDelay.failures() > 0) {
            LOG.info("{} writes again after {} failed attempts", name, retryDelay.failures());
            retryDelay.succeeded();
        }
        isUnreachable = false;
    }

    private void sendToDeadLetters(Tuple tuple, BadRecordException e) {
        if (options.isStrict()) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG, name + ": " + e.reason(), e);
        }
        deadLetters.sendAndAck(tuple, e.reason(), tuple.getValues());
    }

    @Override
    public void cleanup() {
        super.cleanup();
        disconnect();
    }

    private void disconnect() {
        isConnected = false;
        try {
            writer.close();
        } catch (RuntimeException e) {
            // Some clients fail to close a connection to a server that is gone.
            LOG.debug("{}: close", name, e);
        }
    }

    /** Requests a tick per second, at which the bolt checks the age of its batch. */
    @Override
    public Map<String, Object> getComponentConfiguration() {
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        return conf;
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        DeadLetters.declare(declarer);
    }
}
