package io.eyewall.toolkit.source;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.DeadLetterLog;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.failure.RetryDelay;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.punctuation.FinalMarker;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spout of all sources: emits what a {@link SourceReader} reads, with the messages' {@link
 * Position}s as message ids. Delivery is at least once: a message is reported to the reader as done
 * when its tuple tree is acked, and emitted again when it failed. A server that cannot be reached,
 * at the start or later, is tried again until it can.
 *
 * <p>A source that ends sends the final marker at its end; see {@link FinalMarker}. Before that it
 * sends markers of event time if they were asked for; see {@link EventTime}.
 *
 * <p>Storm counters: {@code dead-letters}, {@code replays}, {@code reconnects}, {@code gaps}.
 */
public final class SourceSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SourceSpout.class);
    private static final String POSITION = "position";
    private static final long LONGEST_DELAY_NS = TimeUnit.SECONDS.toNanos(10);

    private final SourceReader.Factory factory;
    private final Fields fields;
    private final SourceOptions options;

    private transient SpoutOutputCollector collector;
    private transient String name;
    private transient SourceReader reader;
    private transient Map<Position, InFlightMessage> inFlight;
    private transient PriorityQueue<InFlightMessage> failed;
    private transient Queue<InFlightMessage> unsent;
    private transient RetryDelay retryDelay;
    private transient FinalMarker finalMarker;
    private transient @Nullable TimeMarkers time;
    private transient DeadLetterLog deadLetters;
    private transient Counter replays;
    private transient Counter reconnects;
    private transient Counter gaps;
    private transient boolean connected;
    private transient long connectAtNs;
    private transient long commitAtNs;

    @SuppressWarnings("NullAway.Init") // open sets the fields
    SourceSpout(SourceReader.Factory factory, Fields fields, SourceOptions options) {
        this.factory = factory;
        this.fields = fields;
        this.options = options;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        name = "source '" + context.getThisComponentId() + "' task " + context.getThisTaskId();
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        reader = factory.of(context.getThisTaskIndex(), tasks, conf);
        inFlight = new HashMap<>();
        failed = new PriorityQueue<>();
        unsent = new ArrayDeque<>();
        retryDelay = new RetryDelay();
        finalMarker = new FinalMarker(context, output);
        time = options.eventTime() == null ? null : new TimeMarkers(options.eventTime(), output);
        deadLetters = new DeadLetterLog(name, context);
        replays = context.registerCounter("replays");
        reconnects = context.registerCounter("reconnects");
        gaps = context.registerCounter("gaps");
        connectAtNs = Time.nanoTime();
        commitAtNs = connectAtNs;
    }

    @Override
    public void nextTuple() {
        long nowNs = Time.nanoTime();
        if (!connected && !connect(nowNs)) {
            return;
        }
        if (!emitFailed(nowNs)) {
            emitNext();
        }
        if (time != null) {
            time.sendIfDue(unsent.isEmpty());
        }
        if (connected && nowNs - commitAtNs >= 0) {
            commit(nowNs);
        }
    }

    private boolean connect(long nowNs) {
        if (nowNs - connectAtNs < 0) {
            return false;
        }
        try {
            reader.open();
            connected = true;
        } catch (Exception e) {
            disconnected(e);
        }
        return connected;
    }

    private void disconnected(Exception e) {
        disconnect();
        if (!ConnectorException.isPassing(e)) {
            throw e instanceof RuntimeException known ? known : new IllegalStateException(e);
        }
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        long delayNs = retryDelay.delayNsAfterFailure();
        connectAtNs = Time.nanoTime() + delayNs;
        reconnects.inc();
        int failures = retryDelay.failures();
        long delayMs = TimeUnit.NANOSECONDS.toMillis(delayNs);
        if (failures == 1) {
            LOG.warn("{}: can't read from the source; trying again in {} ms", name, delayMs, e);
            collector.reportError(e);
        } else {
            LOG.warn(
                    "{}: attempt {} failed; next attempt in {} ms: {}",
                    name,
                    failures,
                    delayMs,
                    e.toString());
        }
    }

    private boolean emitFailed(long nowNs) {
        InFlightMessage flight = failed.peek();
        if (flight == null || flight.dueNs - nowNs > 0) {
            return false;
        }
        failed.remove();
        replays.inc();
        emit(flight);
        return true;
    }

    private void emitNext() {
        if (unsent.isEmpty() && inFlight.size() < options.maxPending()) {
            poll();
        }
        InFlightMessage next = unsent.poll();
        if (next != null) {
            emit(next);
        } else if (connected && hasEnded()) {
            finalMarker.atEnd();
        }
    }

    private boolean hasEnded() {
        try {
            return reader.ended();
        } catch (RuntimeException e) {
            disconnected(e);
            return false;
        }
    }

    private void poll() {
        try {
            List<? extends Incoming> messages = reader.poll();
            gaps.inc(reader.gaps() - gaps.getCount());
            if (retryDelay.failures() > 0) {
                LOG.info("{} reads again after {} failed attempts", name, retryDelay.failures());
                retryDelay.succeeded();
            }
            for (Incoming message : messages) {
                InFlightMessage flight = new InFlightMessage(message);
                if (inFlight.putIfAbsent(message.position(), flight) == null) {
                    unsent.add(flight);
                }
            }
        } catch (Exception e) {
            disconnected(e);
        }
    }

    private void emit(InFlightMessage flight) {
        flight.attempts++;
        finalMarker.emitted();
        finalMarker.pending(inFlight.size());
        Incoming message = flight.message;
        Position position = message.position();
        List<Object> values = flight.deadBecause == null ? values(flight) : null;
        if (values != null) {
            collector.emit(values, position);
        } else {
            String text = DeadLetters.shortened(message.text());
            collector.emit(
                    DeadLetters.STREAM,
                    new Values(flight.deadBecause, position.toString(), text),
                    position);
        }
    }

    /** Returns null if the message cannot be decoded, and marks it as a dead letter then. */
    private @Nullable List<Object> values(InFlightMessage flight) {
        try {
            List<Object> values = flight.message.values();
            if (options.positions()) {
                values = new ArrayList<>(values);
                values.add(flight.message.position());
            }
            return time == null ? values : time.emitted(values);
        } catch (BadRecordException e) {
            sendToDeadLetters(flight, e.reason(), e.records());
        } catch (RuntimeException e) {
            sendToDeadLetters(
                    flight,
                    "can't be decoded: " + e,
                    1); // thrown by a decoder that did not expect such input
        }
        return null;
    }

    private void sendToDeadLetters(InFlightMessage flight, String reason, long records) {
        if (options.isStrict()) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG,
                    name + ": at " + flight.message.position() + ": " + reason,
                    null);
        }
        flight.deadBecause = reason;
        deadLetters.add(flight.message.position().toString(), reason, records);
    }

    @Override
    public void ack(Object id) {
        if (finalMarker.isAcked(id)) {
            return;
        }
        InFlightMessage flight = inFlight.remove(id);
        if (flight != null) {
            reader.done(flight.message);
            finalMarker.pending(inFlight.size());
        }
    }

    @Override
    public void fail(Object id) {
        if (finalMarker.isFailed(id)) {
            return;
        }
        InFlightMessage flight = inFlight.get(id);
        if (flight == null) {
            return;
        }
        if (flight.deadBecause == null && flight.attempts >= options.maxAttempts()) {
            sendToDeadLetters(flight, "failed " + flight.attempts + " times", 1);
        }
        long delayNs = options.retryAfter().toNanos() << Math.min(flight.attempts - 1, 10);
        flight.dueNs = Time.nanoTime() + Math.min(delayNs, LONGEST_DELAY_NS);
        failed.add(flight);
    }

    /**
     * Returns whether the source has ended and all bolts behind it have, too. Any thread may call
     * this once the spout is open.
     */
    public boolean isDrained() {
        return finalMarker.isDrained();
    }

    private void commit(long nowNs) {
        commitAtNs = nowNs + options.commitEvery().toNanos();
        try {
            reader.commit();
        } catch (Exception e) {
            disconnected(e);
        }
    }

    /** Commits completed messages now, as the process may end while the spout is inactive. */
    @Override
    public void deactivate() {
        commitLast();
    }

    @Override
    public void close() {
        commitLast();
        disconnect();
    }

    private void disconnect() {
        connected = false;
        try {
            reader.close();
        } catch (RuntimeException e) {
            // Some clients fail to close a connection to a server that is gone.
            LOG.debug("{}: close", name, e);
        }
    }

    private void commitLast() {
        if (connected) {
            commit(Time.nanoTime());
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        List<String> all = new ArrayList<>(fields.toList());
        if (options.positions()) {
            all.add(POSITION);
        }
        declarer.declare(new Fields(all));
        DeadLetters.declare(declarer);
        Punctuation.declare(declarer);
    }
}
