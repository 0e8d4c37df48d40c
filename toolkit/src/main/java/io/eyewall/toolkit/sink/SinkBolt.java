package io.eyewall.toolkit.sink;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.BackOff;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.Burial;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.failure.Tally;
import io.eyewall.toolkit.punctuation.PunctuatedBolt;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what it is given through a {@link SinkWriter}, in batches; a tuple is acked when the
 * medium has it. While a server can't be reached it waits, then its tuples fail, and their spout
 * replays them. Until it can be reached again each batch is tried once, so that tuples do not wait
 * for as long as all batches before them, and time out. One that can't be written is found by
 * halving its batch.
 *
 * <p>Counters of Storm's: {@code written}, {@code repeated} (not written again), {@code
 * dead-letters}, {@code retries}.
 */
public final class SinkBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SinkBolt.class);

    private final SinkWriter.Factory factory;
    private final SinkOptions options;

    private transient String name;
    private transient SinkWriter writer;
    private transient List<Tuple> batch;
    private transient BackOff backOff;
    private transient Counter written;
    private transient Counter repeated;
    private transient Burial burial;
    private transient Counter retries;
    private transient Tally failed;

    /** A batch was given up, and none was written since. */
    private transient boolean isAway;

    private transient boolean connected;
    private transient boolean wasOpen;
    private transient long batchSinceNs;

    @SuppressWarnings("NullAway.Init") // by prepare
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
        backOff = new BackOff();
        written = context.registerCounter("written");
        repeated = context.registerCounter("repeated");
        burial = new Burial(name, context, collector());
        retries = context.registerCounter("retries");
        failed = new Tally();
    }

    @Override
    protected void onTuple(Tuple tuple) {
        if (batch.isEmpty()) {
            batchSinceNs = Time.nanoTime();
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
        if (!wasOpen && writer.leavesSomethingOfNothing()) {
            write(List.of(), System.nanoTime() + options.retryFor().toNanos());
        }
    }

    private void flushIfDue() {
        if (batch.size() >= options.batchTuples()
                || Time.nanoTime() - batchSinceNs >= options.batchAge().toNanos()) {
            flush();
        }
    }

    private void flush() {
        if (batch.isEmpty()) {
            return;
        }
        List<Tuple> full = batch;
        batch = new ArrayList<>();
        // By the servers' clock, which goes on though a test's stands still.
        long giveUpAtNs = System.nanoTime() + options.retryFor().toNanos();
        write(full, giveUpAtNs);
    }

    private void write(List<Tuple> tuples, long giveUpAtNs) {
        try {
            int count = tryAgain(tuples, giveUpAtNs);
            written.inc(count);
            repeated.inc(tuples.size() - count);
            tuples.forEach(collector()::ack);
        } catch (BadRecordException e) {
            if (tuples.size() == 1) {
                bury(tuples.get(0), e);
            } else {
                int half = tuples.size() / 2;
                write(tuples.subList(0, half), giveUpAtNs);
                write(tuples.subList(half, tuples.size()), giveUpAtNs);
            }
        } catch (Exception e) {
            if (!ConnectorException.isPassing(e)) {
                throw e instanceof RuntimeException known ? known : new IllegalStateException(e);
            }
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            giveUp(tuples, e);
        }
    }

    /** What is wrong is reported once, however many batches it costs. */
    private void giveUp(List<Tuple> tuples, Exception e) {
        long untold = failed.add(tuples.size());
        if (!isAway) {
            LOG.warn("{}: {} tuples fail, and so will others meanwhile", name, tuples.size(), e);
            collector().reportError(e);
        } else if (untold > 0) {
            LOG.warn("{}: {} more tuples failed: {}", name, untold, e.toString());
        }
        isAway = true;
        tuples.forEach(collector()::fail);
    }

    /** Returns how many were written; throws what the last try threw. */
    private int tryAgain(List<Tuple> tuples, long giveUpAtNs) throws Exception {
        while (true) {
            try {
                if (!connected) {
                    writer.open();
                    connected = true;
                    wasOpen = true;
                }
                int count = writer.write(tuples);
                onWritten();
                return count;
            } catch (BadRecordException e) {
                throw e;
            } catch (Exception e) {
                disconnect();
                long delayNs = backOff.failed();
                long leftNs = giveUpAtNs - System.nanoTime();
                if (!ConnectorException.isPassing(e)
                        || e instanceof InterruptedException
                        || isAway
                        || leftNs <= 0) {
                    throw e;
                }
                retries.inc();
                if (backOff.failures() == 1) {
                    LOG.warn("{}: can't write, tries again", name, e);
                } else {
                    LOG.warn("{}: try {} failed: {}", name, backOff.failures(), e.toString());
                }
                TimeUnit.NANOSECONDS.sleep(Math.min(delayNs, leftNs));
            }
        }
    }

    private void onWritten() {
        if (backOff.failures() > 0) {
            LOG.info("{} writes again after {} tries", name, backOff.failures());
            backOff.succeeded();
        }
        isAway = false;
    }

    private void bury(Tuple tuple, BadRecordException e) {
        if (options.isStrict()) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG, name + ": " + e.reason(), e);
        }
        burial.bury(tuple, e.reason(), tuple.getValues());
    }

    @Override
    public void cleanup() {
        disconnect();
    }

    private void disconnect() {
        connected = false;
        try {
            writer.close();
        } catch (RuntimeException e) {
            // Some clients still want to say goodbye to a server that is gone.
            LOG.debug("{}: close", name, e);
        }
    }

    /** Each second it looks at the age of its batch. */
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
