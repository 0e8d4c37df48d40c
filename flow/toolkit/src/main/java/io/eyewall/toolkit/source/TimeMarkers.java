package io.eyewall.toolkit.source;

import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.List;
import org.apache.storm.spout.SpoutOutputCollector;

/**
 * Sends one task's markers of event time, between its messages. Used by the spout's thread only.
 */
final class TimeMarkers {
    /** The number of messages after which a marker is sent, if event time is the messages' time. */
    static final int MAX_MESSAGES_PER_MARKER = 64;

    /** The interval of markers if event time is the clock's time. */
    private static final long CLOCK_INTERVAL_MS = 100;

    private final EventTime time;
    private final SpoutOutputCollector collector;

    /** The highest event time of all messages; {@link Long#MIN_VALUE} if there was none. */
    private long newestMs = Long.MIN_VALUE;

    /** The number of the last marker; {@link Long#MIN_VALUE} if none was sent. */
    private long sentNumber = Long.MIN_VALUE;

    private int messagesSinceMarker;

    TimeMarkers(EventTime time, SpoutOutputCollector collector) {
        this.time = time;
        this.collector = collector;
    }

    /**
     * Returns the values to emit for a message: with the clock's time if the source writes that
     * into its messages. Else records the message's own time.
     */
    List<Object> prepare(List<Object> values) {
        messagesSinceMarker++;
        EventTime.Of timeOf = time.of();
        if (timeOf == null) {
            EventTime.Stamp stamp = time.stamp();
            return stamp == null ? values : stamp.with(values, ProcessingTime.nowMs());
        }
        Long timeMs = timeOf.of(values);
        newestMs = timeMs == null ? newestMs : Math.max(newestMs, timeMs);
        return values;
    }

    /**
     * Sends a marker if one is due.
     *
     * @param isIdle whether no message waits to be emitted
     */
    void sendIfDue(boolean isIdle) {
        if (time.of() == null) {
            long nowMs = ProcessingTime.nowMs();
            if (sentNumber == Long.MIN_VALUE || nowMs - sentNumber >= CLOCK_INTERVAL_MS) {
                send(nowMs);
            }
        } else if (newestMs > Long.MIN_VALUE + time.delayMs()
                && (messagesSinceMarker >= MAX_MESSAGES_PER_MARKER
                        || (isIdle && messagesSinceMarker > 0))) {
            send(newestMs - time.delayMs());
        }
    }

    /** Returns the state to save: the newest time and the number of the last marker. */
    Object[] state() {
        return new Object[] {newestMs, sentNumber};
    }

    /** Restores what {@link #state} has returned. */
    void restore(Object[] state) {
        newestMs = (Long) state[0];
        sentNumber = (Long) state[1];
    }

    /** Sends a marker unless its number is not higher than that of the last one. */
    private void send(long number) {
        messagesSinceMarker = 0;
        if (number > sentNumber) {
            sentNumber = number;
            Punctuation.endWindow(collector, number);
        }
    }
}
