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
import io.eyewall.toolkit.snapshot.SnapshotComponent;
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
 * when its tuple tree is acked, and emitted again when it failed. If a server cannot be reached, at
 * the start or later, the spout tries again until it succeeds.
 *
 * <p>A source that ends sends the final marker at its end; see {@link FinalMarker}. If its builder
 * has an {@link EventTime}, the source sends markers of event time between its messages.
 *
 * <p>With snapshots, messages that were acked are reported as done when two snapshots contain them,
 * and a message that fails makes the topology go back to the last snapshot.
 *
 * <p>Storm counters: {@code dead-letters}, {@code replays}, {@code reconnects}, {@code gaps}; with
 * snapshots {@code rollbacks}, and the gauges {@code snapshot}, the number of the newest one,
 * {@code snapshot-age-ms}, {@code snapshot-took-ms}, and {@code held}, the messages that wait for
 * snapshots.
 */
public final class SourceSpout extends BaseRichSpout implements SnapshotComponent {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SourceSpout.class);

    /** The number of messages after which the source looks whether snapshots require something. */
    private static final int MESSAGES_BETWEEN_SNAPSHOTS = 64;

    private static final String POSITION = "position";

    /** The greatest number of doublings; with it a delay of 10 ms reaches the longest delay. */
    private static final int MAX_DOUBLINGS = 24;

    /** How often the topology may go back to one snapshot before less is sent each time. */
    private static final int FREE_ROLLBACKS = 2;

    private static final long FIRST_BUDGET = 1024;

    private static final long MAX_RETRY_DELAY_NS = TimeUnit.SECONDS.toNanos(10);

    private final SourceReader.Factory factory;
    private final Fields fields;
    private final SourceOptions options;

    private transient SpoutOutputCollector collector;
    private transient String name;
    private transient SourceReader reader;

    /** The source's part in snapshots; null: the topology takes none. */
    private transient @Nullable SourceSnapshots snapshots;

    private transient int messagesUntilSnapshots;

    /** The time from which messages are sent again after a rollback. */
    private transient long resumeAtNs;

    /** The number of rollbacks since a snapshot was whole, and that snapshot. */
    private transient int rollbacks;

    private transient long rolledBackTo;

    /** How many messages may be sent before the next snapshot. */
    private transient long budget;

    /** Whether the medium knows that all messages of a source that has ended are done. */
    private transient boolean hasReleasedAll;

    /** The messages that were read and are not done. */
    private transient Map<Position, InFlightMessage> inFlight;

    /** The messages in flight that failed and are to be emitted again, the next one first. */
    private transient PriorityQueue<InFlightMessage> failed;

    /** The messages in flight that were not emitted yet, in the order in which they were read. */
    private transient Queue<InFlightMessage> unsent;

    private transient RetryDelay retryDelay;
    private transient FinalMarker finalMarker;
    private transient @Nullable TimeMarkers timeMarkers;
    private transient DeadLetterLog deadLetters;
    private transient Counter replays;
    private transient Counter reconnects;
    private transient Counter gaps;
    private transient @Nullable Counter rollbackCount;
    private transient boolean isConnected;
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
        timeMarkers =
                options.eventTime() == null
                        ? null
                        : new TimeMarkers(
                                options.eventTime(), output, MeetingSources.join(context));
        deadLetters = new DeadLetterLog(name, context);
        replays = context.registerCounter("replays");
        reconnects = context.registerCounter("reconnects");
        gaps = context.registerCounter("gaps");
        connectAtNs = Time.nanoTime();
        commitAtNs = connectAtNs;
        resumeAtNs = connectAtNs;
        rolledBackTo = -1;
        budget = Long.MAX_VALUE;
        snapshots = SourceSnapshots.join(context, conf, options, reader, name);
        SourceSnapshots part = snapshots;
        if (part != null) {
            part.open(this::restoreTime);
            rollbackCount = context.registerCounter("rollbacks");
            part.registerGauges(context);
        }
    }

    /** A source can go back to a snapshot, as its medium or this spout has what followed it. */
    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    private void restoreTime(Object @Nullable [] state) {
        if (timeMarkers != null) {
            timeMarkers.restore(state);
        }
    }

    @Override
    public void nextTuple() {
        long nowNs = Time.nanoTime();
        if (snapshots != null && !maySend(snapshots, nowNs)) {
            return;
        }
        if (!isConnected && !connect(nowNs)) {
            return;
        }
        if (!emitDueReplay(nowNs)) {
            emitNext();
        }
        if (timeMarkers != null) {
            timeMarkers.sendIfDue(unsent.isEmpty());
        }
        if (isConnected && nowNs - commitAtNs >= 0) {
            commit(nowNs);
        }
    }

    /**
     * Does what snapshots and rollbacks require, but not for each of the messages that were read
     * together: markers and rollbacks may be late by some messages, and looking costs as much as
     * sending one. Returns whether messages may be sent now.
     */
    private boolean maySend(SourceSnapshots part, long nowNs) {
        if (unsent.isEmpty()
                || --messagesUntilSnapshots <= 0
                || budget <= 0
                || nowNs - resumeAtNs < 0) {
            messagesUntilSnapshots = MESSAGES_BETWEEN_SNAPSHOTS;
            takePartInSnapshots(part, nowNs);
        }
        return budget > 0 && nowNs - resumeAtNs >= 0;
    }

    /** Does what snapshots and rollbacks require. */
    private void takePartInSnapshots(SourceSnapshots part, long nowNs) {
        if (part.mustRollBack()) {
            rollBack(part, nowNs);
        }
        part.mark(nowNs, collector, timeMarkers == null ? null : timeMarkers.state());
        part.release(this::release);
        boolean hasEnded = finalMarker.isEndAcked() && part.unacked() == 0;
        if (!hasEnded || part.waiting() > 0) {
            hasReleasedAll = false;
        } else if (!hasReleasedAll && isConnected) {
            commit(nowNs);
            hasReleasedAll = isConnected;
        }
        boolean isOver = part.isOver(hasEnded, hasReleasedAll);
        finalMarker.setPending(part.waiting() + (isOver ? 0 : 1));
        if (part.stored() != rolledBackTo) {
            budget = Long.MAX_VALUE;
        }
        if (part.holdsMany() || budget == 0) {
            part.request();
        }
    }

    private void release(InFlightMessage message) {
        inFlight.remove(message.message.position()); // if there are no lanes
        reader.done(message.message);
    }

    /**
     * Goes back to the last snapshot; waits before it sends again, longer each time. If that
     * happens again and again, it sends less before the next snapshot each time: however often
     * messages fail, some will pass.
     */
    private void rollBack(SourceSnapshots part, long nowNs) {
        int waiting = part.waiting();
        unsent = new ArrayDeque<>(part.rollBack(collector, this::restoreTime, unsent));
        replays.inc(waiting - part.waiting());
        if (rollbackCount != null) {
            rollbackCount.inc();
        }
        finalMarker.onRollBack();
        rollbacks = part.stored() == rolledBackTo ? rollbacks + 1 : 1;
        rolledBackTo = part.stored();
        resumeAtNs = nowNs + retryDelayNs(rollbacks);
        budget =
                rollbacks <= FREE_ROLLBACKS
                        ? Long.MAX_VALUE
                        : Math.max(1, FIRST_BUDGET >> Math.min(rollbacks - FREE_ROLLBACKS, 10));
    }

    /** Connects the reader unless a retry delay lasts; returns whether it is connected. */
    private boolean connect(long nowNs) {
        if (nowNs - connectAtNs < 0) {
            return false;
        }
        try {
            reader.open();
            isConnected = true;
        } catch (Exception e) {
            handleFailure(e);
        }
        return isConnected;
    }

    /**
     * Disconnects after an exception of the reader; rethrows the exception if no retry can help.
     */
    private void handleFailure(Exception e) {
        disconnect();
        if (!ConnectorException.isRetryable(e)) {
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

    /** Emits a failed message again if one is due; returns whether it did. */
    private boolean emitDueReplay(long nowNs) {
        InFlightMessage inFlightMessage = failed.peek();
        if (inFlightMessage == null || inFlightMessage.dueNs - nowNs > 0) {
            return false;
        }
        failed.remove();
        replays.inc();
        emit(inFlightMessage);
        return true;
    }

    /** Emits the next message for the first time, or signals the end if the source has ended. */
    private void emitNext() {
        if (unsent.isEmpty() && mayRead()) {
            readNext();
        }
        InFlightMessage next = unsent.poll();
        if (next != null) {
            emit(next);
        } else if (isConnected && hasEnded()) {
            if (timeMarkers != null) {
                timeMarkers.onEnd();
            }
            finalMarker.onNothingLeft();
        }
    }

    private boolean mayRead() {
        if (timeMarkers != null && timeMarkers.isFarAhead()) {
            return false;
        }
        return snapshots == null
                ? inFlight.size() < options.maxPending()
                : snapshots.unacked() < options.maxPending() && !snapshots.holdsTooMany();
    }

    private boolean hasEnded() {
        try {
            return reader.ended();
        } catch (RuntimeException e) {
            handleFailure(e);
            return false;
        }
    }

    /** Reads messages into {@link #unsent}. */
    private void readNext() {
        try {
            if (snapshots != null) {
                snapshots.rewindIfDue();
            }
            if (timeMarkers != null) {
                timeMarkers.onPoll(reader);
            }
            List<? extends Incoming> messages = reader.poll();
            gaps.inc(reader.gaps() - gaps.getCount());
            if (retryDelay.failures() > 0) {
                LOG.info("{} reads again after {} failed attempts", name, retryDelay.failures());
                retryDelay.succeeded();
            }
            for (Incoming message : messages) {
                InFlightMessage inFlightMessage = new InFlightMessage(message);
                if (isNew(inFlightMessage)) {
                    unsent.add(inFlightMessage);
                }
            }
        } catch (Exception e) {
            handleFailure(e);
        }
    }

    /** Returns whether a message that was read is not one that the spout had already. */
    private boolean isNew(InFlightMessage message) {
        return (snapshots != null && snapshots.hasLanes())
                ? snapshots.onRead(message)
                : inFlight.putIfAbsent(message.message.position(), message) == null;
    }

    /** Emits a message, on the stream of dead letters if it is one. */
    private void emit(InFlightMessage inFlightMessage) {
        budget--;
        finalMarker.onEmit();
        finalMarker.setPending(inFlight.size());
        Incoming message = inFlightMessage.message;
        Position position = message.position();
        Object id = snapshots == null ? position : snapshots.onSend(inFlightMessage);
        List<Object> values =
                inFlightMessage.deadLetterReason == null ? valuesToEmit(inFlightMessage) : null;
        if (values != null) {
            collector.emit(values, id);
        } else {
            String text = DeadLetters.truncated(message.text());
            collector.emit(
                    DeadLetters.STREAM,
                    new Values(inFlightMessage.deadLetterReason, position.toString(), text),
                    id);
        }
    }

    /**
     * Returns the values to emit; if the message cannot be decoded, marks it as a dead letter and
     * returns null.
     */
    private @Nullable List<Object> valuesToEmit(InFlightMessage inFlightMessage) {
        try {
            List<Object> values = inFlightMessage.message.values();
            if (options.positions()) {
                values = new ArrayList<>(values);
                values.add(inFlightMessage.message.position());
            }
            return timeMarkers == null
                    ? values
                    : timeMarkers.prepare(inFlightMessage.message.position(), values);
        } catch (BadRecordException e) {
            markAsDeadLetter(inFlightMessage, e.reason(), e.records());
        } catch (RuntimeException e) {
            // The decoder did not expect such input.
            markAsDeadLetter(inFlightMessage, "can't be decoded: " + e, 1);
        }
        return null;
    }

    private void markAsDeadLetter(InFlightMessage inFlightMessage, String reason, long records) {
        if (options.isStrict()) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG,
                    name + ": at " + inFlightMessage.message.position() + ": " + reason,
                    null);
        }
        inFlightMessage.deadLetterReason = reason;
        deadLetters.add(inFlightMessage.message.position().toString(), reason, records);
    }

    @Override
    public void ack(Object id) {
        if (finalMarker.handlesAck(id)) {
            return;
        }
        if (snapshots != null) {
            snapshots.onAck((SourceSnapshots.SentId) id);
            return;
        }
        InFlightMessage inFlightMessage = inFlight.remove(id);
        if (inFlightMessage != null) {
            reader.done(inFlightMessage.message);
            finalMarker.setPending(inFlight.size());
        }
    }

    @Override
    public void fail(Object id) {
        if (finalMarker.handlesFail(id)) {
            return;
        }
        SourceSnapshots.SentId sentId = id instanceof SourceSnapshots.SentId sent ? sent : null;
        InFlightMessage inFlightMessage = sentId == null ? inFlight.get(id) : sentId.message();
        if (inFlightMessage == null) {
            return;
        }
        if (snapshots != null) {
            inFlightMessage = snapshots.countedOf(inFlightMessage);
        }
        inFlightMessage.failures++;
        if (inFlightMessage.deadLetterReason == null
                && inFlightMessage.failures >= options.maxAttempts()) {
            markAsDeadLetter(inFlightMessage, "failed " + inFlightMessage.failures + " times", 1);
        }
        if (snapshots != null && sentId != null) {
            snapshots.onFail(sentId);
        } else {
            inFlightMessage.dueNs = Time.nanoTime() + retryDelayNs(inFlightMessage.failures);
            failed.add(inFlightMessage);
        }
    }

    private long retryDelayNs(int failures) {
        long delayNs =
                Math.min(options.retryAfter().toNanos(), MAX_RETRY_DELAY_NS)
                        << Math.min(failures - 1, MAX_DOUBLINGS);
        return Math.min(delayNs, MAX_RETRY_DELAY_NS);
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
            handleFailure(e);
        }
    }

    /** Commits completed messages now, as the process may end while the spout is inactive. */
    @Override
    public void deactivate() {
        commitIfConnected();
    }

    @Override
    public void close() {
        commitIfConnected();
        disconnect();
        if (timeMarkers != null) {
            timeMarkers.close();
        }
        if (snapshots != null) {
            snapshots.leave();
        }
    }

    private void disconnect() {
        isConnected = false;
        try {
            reader.close();
        } catch (RuntimeException e) {
            // Some clients fail to close a connection to a server that is gone.
            LOG.debug("{}: close", name, e);
        }
    }

    private void commitIfConnected() {
        if (isConnected) {
            commit(Time.nanoTime());
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        List<String> allFields = new ArrayList<>(fields.toList());
        if (options.positions()) {
            allFields.add(POSITION);
        }
        declarer.declare(new Fields(allFields));
        DeadLetters.declare(declarer);
        Punctuation.declare(declarer);
    }
}
