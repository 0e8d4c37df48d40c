package io.eyewall.toolkit.source;

import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.Snapshots;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.snapshot.TaskSnapshots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A source's part in snapshots. It releases a message to the medium when two snapshots that contain
 * it are whole: if the newer one is damaged, the medium still has what follows the older one. Until
 * then {@link SentMessages} can have it sent again. A new process may get messages of the snapshot
 * again from the medium, and knows them by their positions: a reader gives the messages of one
 * lane, which is a source of positions, in the order of their offsets, so that one offset for each
 * lane tells which were sent. Used by the spout's thread.
 */
final class SourceSnapshots {
    private static final Logger LOG = LoggerFactory.getLogger(SourceSnapshots.class);
    private static final int TIME_TABLE = 1;

    /** The number of failed messages that are remembered. */
    private static final int MAX_FAILED = 1_000;

    /** The number of lanes that are remembered. */
    private static final int MAX_LANES = 10_000;

    private final TaskSnapshots task;
    private final String name;
    private final boolean hasLanes;

    /** Whether the reader reads messages again after a rollback. */
    private final boolean readsAgain;

    private final SentMessages sentMessages;

    /** The lanes, in the order in which they were first read. */
    private final Map<String, Lane> lanes = new LinkedHashMap<>();

    private final SavedEntries<Lane> savedLanes =
            new SavedEntries<>(StateWriter.POSITIONS_TABLE, true);

    /** The lane of the last message; null: none. */
    private @Nullable Lane lastLane;

    /** The number of the last snapshot of which the source has sent the marker. */
    private long marked;

    /** The newest snapshot of which older messages were released. */
    private long releasedFor;

    private long requestedAfter = -1;
    private int unacked;

    /** The number of messages that wait for snapshots, for other threads. */
    private volatile int shownCount;

    /** Messages that have failed and are read again, by their positions. */
    private final Map<Position, InFlightMessage> failedMessages =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Position, InFlightMessage> eldest) {
                    return size() > MAX_FAILED;
                }
            };

    /** The snapshot that was begun last when the end was acked; -1: it is not. */
    private long endedAfter = -1;

    /** The snapshot that was begun last when all messages were released; -1: they are not. */
    private long releasedAfter = -1;

    /** How far one source of positions was read and sent. */
    private static final class Lane extends SavedEntry {
        private final String source;

        /** The offset up to which the snapshot had it when the process began; -1: nothing. */
        private long before = -1;

        /** The offset up to which this process has read it. */
        private long read = -1;

        /** The offset up to which messages were sent. */
        private long sent = -1;

        private boolean isSkipLogged;

        private Lane(String source) {
            this.source = source;
        }

        @Override
        protected Object[] content() {
            return new Object[] {source, sent};
        }
    }

    /** The id of a message that was sent in an epoch. */
    record SentId(int epoch, InFlightMessage message) {
        @Override
        public String toString() {
            return message.message.position().toString();
        }
    }

    private SourceSnapshots(
            TaskSnapshots task, int tasks, String name, boolean hasLanes, SourceReader reader) {
        this.task = task;
        this.name = name;
        this.hasLanes = hasLanes;
        if (hasLanes && reader instanceof RewindableReader rewindable) {
            readsAgain = true;
            sentMessages = new ReadAgainMessages(rewindable, this::sentOffsets);
        } else {
            readsAgain = false;
            sentMessages = new HeldMessages(tasks);
        }
    }

    /** Returns the offsets up to which messages were sent. */
    private Map<String, Long> sentOffsets() {
        Map<String, Long> offsets = new HashMap<>();
        for (Lane lane : lanes.values()) {
            if (lane.sent >= 0) {
                offsets.put(lane.source, lane.sent);
            }
        }
        return offsets;
    }

    /** Adds a source to the snapshots of its topology; returns null if the topology takes none. */
    static @Nullable SourceSnapshots join(
            TopologyContext context,
            Map<String, Object> conf,
            SourceOptions options,
            SourceReader reader,
            String name) {
        TaskSnapshots task = Snapshots.join(context, conf, Punctuation.STREAM, false);
        if (task == null) {
            return null;
        }
        if (options.whyInexact() != null) {
            LOG.warn(
                    "{}: {}; so after the end of its process messages may be lost or counted twice,"
                            + " although the topology takes snapshots",
                    name,
                    options.whyInexact());
        }
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        return new SourceSnapshots(task, tasks, name, options.whyInexact() == null, reader);
    }

    /** Restores what the source had sent when the process began. */
    void open(Consumer<Object @Nullable []> time) {
        restore(time);
        for (Lane lane : lanes.values()) {
            lane.before = lane.sent;
            lane.read = lane.sent;
        }
        marked = task.stored();
        releasedFor = marked;
        sentMessages.begin(marked);
    }

    private void restore(Consumer<Object @Nullable []> time) {
        for (Lane lane : lanes.values()) {
            lane.sent = -1;
            lane.onForget();
        }
        StateReader in = task.read();
        savedLanes.restore(
                in,
                content -> {
                    Lane lane = lanes.computeIfAbsent((String) content[0], Lane::new);
                    lane.sent = (Long) content[1];
                    return lane;
                });
        @Nullable Object[][] savedTime = {null};
        in.forEach(TIME_TABLE, (entry, content) -> savedTime[0] = content);
        time.accept(savedTime[0]);
    }

    /** Returns whether messages that were read before are known by their lanes. */
    boolean hasLanes() {
        return hasLanes;
    }

    /** Takes over a message that was read from a lane; returns whether it is to be sent. */
    boolean onRead(InFlightMessage message) {
        Position position = message.message.position();
        Lane lane = laneOf(position.source());
        if (position.offset() > lane.read) {
            lane.read = position.offset();
            return true;
        }
        if (position.offset() <= lane.before) {
            logSkipping(lane);
            message.isAcked = true;
            sentMessages.onSkip(message);
        }
        return false;
    }

    /** Logs once that messages are skipped: it is a mistake if the medium has begun anew. */
    private void logSkipping(Lane lane) {
        if (!lane.isSkipLogged) {
            lane.isSkipLogged = true;
            LOG.info(
                    "{}: skipping messages of {} up to offset {}, which snapshot {} contains",
                    name,
                    lane.source,
                    lane.before,
                    marked);
        }
    }

    private Lane laneOf(String source) {
        Lane lane = lastLane;
        if (lane == null || !lane.source.equals(source)) {
            lane = lanes.get(source);
            if (lane == null) {
                lane = new Lane(source);
                lanes.put(source, lane);
                forgetOldestIfTooMany();
            }
            lastLane = lane;
        }
        return lane;
    }

    /** Forgets the oldest lane, such as a file that was read long ago. */
    private void forgetOldestIfTooMany() {
        if (lanes.size() > MAX_LANES) {
            Iterator<Lane> oldestFirst = lanes.values().iterator();
            Lane oldest = oldestFirst.next();
            oldestFirst.remove();
            savedLanes.onRemove(oldest);
        }
    }

    /** Records that a message is being sent, and returns its id. */
    SentId onSend(InFlightMessage message) {
        message.isAcked = false;
        unacked++;
        sentMessages.onSend(message);
        if (hasLanes) {
            Position position = message.message.position();
            if (!failedMessages.isEmpty()) {
                message.deadLetterReason = firstOf(message).deadLetterReason;
            }
            Lane lane = laneOf(position.source());
            lane.sent = position.offset();
            savedLanes.onChange(lane);
        }
        return new SentId(task.epoch(), message);
    }

    /** Records that a message was acked; ignores what was sent before a rollback. */
    void onAck(SentId id) {
        if (id.epoch() == task.epoch() && !id.message().isAcked) {
            id.message().isAcked = true;
            unacked--;
        }
    }

    /**
     * Returns the object that counts a message's failures: the first of those that were read of it
     * and have failed. A failure may be reported when the message was read again already.
     */
    InFlightMessage countedOf(InFlightMessage failed) {
        if (!readsAgain) {
            return failed;
        }
        InFlightMessage first = failedMessages.putIfAbsent(failed.message.position(), failed);
        return first == null ? failed : first;
    }

    private InFlightMessage firstOf(InFlightMessage message) {
        return failedMessages.getOrDefault(message.message.position(), message);
    }

    /** Makes the topology roll back, as a message has failed. */
    void onFail(SentId id) {
        if (id.epoch() == task.epoch()) {
            task.rollBack("message " + id + " failed");
        }
    }

    /** Returns the number of messages that were sent and not acked. */
    int unacked() {
        return unacked;
    }

    // ---- snapshots -----------------------------------------------------------------------------

    /**
     * Begins a snapshot if it is time, and sends its marker.
     *
     * @param time state of the event time
     */
    void mark(long nowNs, SpoutOutputCollector collector, Object @Nullable [] time) {
        task.beginIfDue(nowNs);
        shownCount = sentMessages.count();
        long number = task.begun();
        if (number <= marked) {
            return;
        }
        marked = number;
        task.setEnded(releasedAfter >= 0);
        task.save(
                number,
                0,
                out -> {
                    savedLanes.save(out);
                    if (!readsAgain) {
                        out.put(StateWriter.STUCK_TABLE, 1);
                    }
                    if (time != null) {
                        out.put(TIME_TABLE, 1, time);
                    }
                });
        sentMessages.onMarker(number);
        Punctuation.markSnapshot(collector, number);
    }

    /**
     * Records how far the source has come to its end; asks for the snapshots that are still needed:
     * one that has all that was sent, one after which the messages are released, and one that says
     * that nothing is left to do.
     *
     * @param hasEnded whether the source has ended and all bolts behind it have, too
     * @param hasReleased whether the medium knows that all messages are done
     * @return whether nothing is left to do
     */
    boolean isOver(boolean hasEnded, boolean hasReleased) {
        if (!hasEnded) {
            endedAfter = -1;
            releasedAfter = -1;
            return false;
        }
        endedAfter = endedAfter < 0 ? task.begun() : endedAfter;
        if (task.settled() <= endedAfter || !hasReleased) {
            releasedAfter = -1;
            request();
            return false;
        }
        releasedAfter = releasedAfter < 0 ? task.begun() : releasedAfter;
        boolean isOver = task.stored() > releasedAfter;
        if (!isOver) {
            request();
        }
        return isOver;
    }

    /** Returns whether so many messages are held that a snapshot is wanted before its time. */
    boolean holdsMany() {
        return sentMessages.areMany();
    }

    /** Returns whether so many messages are held that the source stops reading. */
    boolean holdsTooMany() {
        return sentMessages.areTooMany();
    }

    /** Asks for a snapshot before its time, once for each. */
    void request() {
        long stored = task.stored();
        if (requestedAfter != stored) {
            requestedAfter = stored;
            task.request();
        }
    }

    /**
     * Releases the messages that the two newest whole snapshots contain.
     *
     * @param release passes a message back to the reader
     */
    void release(Consumer<InFlightMessage> release) {
        long stored = task.stored();
        if (stored == releasedFor) {
            return;
        }
        long former = releasedFor;
        releasedFor = stored;
        sentMessages.release(former, release);
    }

    // ---- rollback ------------------------------------------------------------------------------

    boolean mustRollBack() {
        return task.mustRollBack();
    }

    /**
     * Goes back to the newest whole snapshot, and sends the marker of the rollback.
     *
     * @param unsent messages that were read and not sent, in their order
     * @return the messages to send, in their order, before others are read
     */
    List<InFlightMessage> rollBack(
            SpoutOutputCollector collector,
            Consumer<Object @Nullable []> time,
            Collection<InFlightMessage> unsent) {
        int epoch = task.enterEpoch();
        restore(time);
        List<InFlightMessage> again = new ArrayList<>(sentMessages.rollBack(task.stored()));
        if (readsAgain) {
            lanes.values().forEach(lane -> lane.read = lane.sent);
        } else {
            again.addAll(unsent);
        }
        unacked = 0;
        requestedAfter = -1;
        Punctuation.markRollback(collector, epoch);
        return again;
    }

    /** Registers what the task shows of snapshots. */
    void registerGauges(TopologyContext context) {
        context.registerGauge("snapshot", task::stored);
        context.registerGauge("snapshot-age-ms", () -> task.report().ageMs());
        context.registerGauge("snapshot-took-ms", () -> task.report().tookMs());
        context.registerGauge("held", () -> shownCount);
    }

    /** Returns the number of the newest whole snapshot. */
    long stored() {
        return task.stored();
    }

    /** Makes the reader go back if it has to; to be called while it is connected. */
    void rewindIfDue() throws Exception {
        sentMessages.rewindIfDue();
    }

    /** Returns the number of messages that wait for snapshots. */
    int waiting() {
        return sentMessages.count();
    }

    void leave() {
        task.leave();
    }
}
