package io.eyewall.toolkit.source;

import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Sends one task's markers of event time, between its messages: behind the slowest of the
 * partitions that are not idle ({@link EventTime}). Used by the spout's thread only.
 */
final class TimeMarkers {
    /** The number of messages after which a marker is sent, if event time is the messages' time. */
    static final int MAX_MESSAGES_PER_MARKER = 64;

    /** The number of messages by which a task may be ahead of another one. */
    static final int MAX_MESSAGES_AHEAD = 50_000;

    /** The interval of markers if event time is the clock's time. */
    private static final long CLOCK_INTERVAL_MS = 100;

    /** The most that counts of the time between two polls; the rest is a time without reading. */
    private static final long MAX_POLL_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    /** The interval at which partitions are checked for silence, and others are followed. */
    private static final long IDLE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The partition of readers that do not name theirs. */
    private static final String ONLY = "";

    private static final Set<String> UNNAMED = Set.of(ONLY);

    private final EventTime time;
    private final SpoutOutputCollector collector;
    private final MeetingSources.Member member;
    private final Map<String, Partition> partitions = new HashMap<>();

    /** The partitions that the reader has named last. */
    private Set<String> names = UNNAMED;

    private boolean wasPolled;
    private long polledNs;

    /** For how long the source has read so far. */
    private long readingNs;

    private long checkIdleAtNs;

    /** The partition of the last message. */
    private @Nullable Partition last;

    /** The number of the last marker; {@link Long#MIN_VALUE} if none was sent. */
    private long sentNumber = Long.MIN_VALUE;

    private int messagesSinceMarker;

    /** The number of messages since the task was not ahead of others, as far as it is known. */
    private int messagesAhead;

    private boolean hasEnded;
    private long followAtNs;

    /** Whether a partition that held up the markers does not any more. */
    private boolean isDue;

    /** The event time of a partition. */
    private static final class Partition {
        private final String name;

        /** The highest event time of all messages; {@link Long#MIN_VALUE} if there was none. */
        private long newestMs = Long.MIN_VALUE;

        /** The value of {@link #readingNs} at the last message. */
        private long seenAtNs;

        private boolean isIdle;

        Partition(String name, long seenAtNs) {
            this.name = name;
            this.seenAtNs = seenAtNs;
        }
    }

    TimeMarkers(EventTime time, SpoutOutputCollector collector, MeetingSources.Member member) {
        this.time = time;
        this.collector = collector;
        this.member = member;
        followAtNs = Time.nanoTime();
        restore(null);
    }

    /**
     * Records that the source is about to read, as all that it has read was sent. Only the time in
     * which it reads counts as a partition's silence.
     */
    void onPoll(SourceReader reader) {
        if (time.of() == null) {
            return;
        }
        long nowNs = Time.nanoTime();
        readingNs += wasPolled ? Math.min(nowNs - polledNs, MAX_POLL_INTERVAL_NS) : 0;
        wasPolled = true;
        polledNs = nowNs;
        Set<String> named = reader.partitions();
        Set<String> current = named == null ? UNNAMED : named;
        if (!current.equals(names)) {
            names = current;
            last = null;
            partitions.keySet().retainAll(names);
            names.forEach(this::partition);
            isDue = true;
        }
        if (readingNs >= checkIdleAtNs) {
            checkIdleAtNs = readingNs + IDLE_INTERVAL_NS;
            partitions.values().forEach(partition -> checkIdle(partition, reader));
        }
    }

    private Partition partition(String name) {
        return partitions.computeIfAbsent(name, each -> new Partition(each, readingNs));
    }

    private void checkIdle(Partition partition, SourceReader reader) {
        if (partition.isIdle
                || readingNs - partition.seenAtNs < TimeUnit.MILLISECONDS.toNanos(time.idleMs())) {
            return;
        }
        if (names == UNNAMED || reader.hasReadAll(partition.name)) {
            partition.isIdle = true;
            isDue = true;
        } else {
            partition.seenAtNs = readingNs;
        }
    }

    /**
     * Returns the values to emit for a message: with the clock's time if the source writes that
     * into its messages. Else records the message's own time.
     */
    List<Object> prepare(Position position, List<Object> values) {
        messagesSinceMarker++;
        messagesAhead++;
        hasEnded = false;
        if (!member.isActive()) {
            member.setActive(true);
        }
        EventTime.Of timeOf = time.of();
        if (timeOf == null) {
            EventTime.Stamp stamp = time.stamp();
            return stamp == null ? values : stamp.with(values, ProcessingTime.nowMs());
        }
        Partition partition = partitionOf(position);
        partition.seenAtNs = readingNs;
        partition.isIdle = false;
        Long timeMs = timeOf.of(values);
        if (timeMs != null && timeMs > partition.newestMs) {
            partition.newestMs = timeMs;
        }
        return values;
    }

    private Partition partitionOf(Position position) {
        String name = names == UNNAMED ? ONLY : position.source();
        Partition partition = last;
        if (partition == null || !partition.name.equals(name)) {
            partition = partition(name);
            last = partition;
        }
        return partition;
    }

    /**
     * Returns whether the source should wait for others that are behind it. By the clock no source
     * is behind for long.
     */
    boolean isFarAhead() {
        if (messagesAhead < MAX_MESSAGES_AHEAD || time.of() == null) {
            return false;
        }
        if (!member.isAhead()) {
            messagesAhead = 0;
        }
        return messagesAhead > 0;
    }

    /**
     * Sends a marker if one is due.
     *
     * @param hasSentAll whether no message waits to be emitted
     */
    void sendIfDue(boolean hasSentAll) {
        if (time.of() == null) {
            long nowMs = ProcessingTime.nowMs();
            if (sentNumber == Long.MIN_VALUE || nowMs - sentNumber >= CLOCK_INTERVAL_MS) {
                send(nowMs);
            }
        } else if (messagesSinceMarker >= MAX_MESSAGES_PER_MARKER
                || (hasSentAll && (isDue || messagesSinceMarker > 0))) {
            sendTimeOfSlowest();
        } else if (!member.isActive() && !hasEnded) {
            followOthers();
        }
    }

    private void sendTimeOfSlowest() {
        messagesSinceMarker = 0;
        isDue = false;
        boolean isAnyActive = false;
        long lowestMs = Long.MAX_VALUE;
        for (Partition partition : partitions.values()) {
            if (!partition.isIdle) {
                isAnyActive = true;
                lowestMs = Math.min(lowestMs, partition.newestMs);
            }
        }
        if (isAnyActive && lowestMs > Long.MIN_VALUE + time.delayMs()) {
            send(lowestMs - time.delayMs());
        }
        member.setActive(isAnyActive);
    }

    private void followOthers() {
        long nowNs = Time.nanoTime();
        if (nowNs - followAtNs >= 0) {
            followAtNs = nowNs + IDLE_INTERVAL_NS;
            send(member.toFollow());
        }
    }

    /** Records that the source has ended: nobody waits for it. */
    void onEnd() {
        hasEnded = true;
        member.setActive(false);
    }

    void close() {
        member.leave();
    }

    /** Sends a marker unless its number is not higher than that of the last one. */
    private void send(long number) {
        if (number > sentNumber) {
            sentNumber = number;
            member.show(number);
            Punctuation.endWindow(collector, number);
        }
    }

    /**
     * Returns the state to save: the number of the last marker, and each partition's name and
     * newest time.
     */
    Object[] state() {
        List<Object> state = new ArrayList<>(1 + 2 * partitions.size());
        state.add(sentNumber);
        for (Partition partition : partitions.values()) {
            state.add(partition.name);
            state.add(partition.newestMs);
        }
        return state.toArray();
    }

    /** Restores what {@link #state} has returned, or the initial state if that is null. */
    void restore(Object @Nullable [] state) {
        last = null;
        partitions.clear();
        names.forEach(this::partition);
        sentNumber = state == null ? Long.MIN_VALUE : (Long) state[0];
        member.show(sentNumber);
        member.setActive(true);
        for (int i = 1; state != null && i < state.length; i += 2) {
            partition((String) state[i]).newestMs = (Long) state[i + 1];
        }
        isDue = true;
    }
}
