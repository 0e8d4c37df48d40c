package io.eyewall.toolkit.source;

import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.List;
import org.apache.storm.spout.SpoutOutputCollector;

/**
 * Sends one task's markers of event time, between its messages. Used by the spout's thread only.
 */
final class TimeMarkers {
    /** The greatest number of messages between two markers. */
    static final int MAX_MESSAGES = 64;

    /** The interval of markers when the event time is the clock's. */
    private static final long CLOCK_INTERVAL_MS = 100;

    private final EventTime time;
    private final SpoutOutputCollector collector;
    private long newest = Long.MIN_VALUE;
    private long sent = Long.MIN_VALUE;
    private int messages;

    TimeMarkers(EventTime time, SpoutOutputCollector collector) {
        this.time = time;
        this.collector = collector;
    }

    /**
     * Notes the time of a message that is about to be emitted, and returns the values to emit: with
     * the clock's time if the source writes it into its messages.
     */
    List<Object> emitted(List<Object> values) {
        messages++;
        EventTime.Of timeOf = time.of();
        if (timeOf == null) {
            EventTime.Stamp stamp = time.stamp();
            return stamp == null ? values : stamp.with(values, ProcessingTime.nowMs());
        }
        Long timeMs = timeOf.of(values);
        newest = timeMs == null ? newest : Math.max(newest, timeMs);
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
            if (sent == Long.MIN_VALUE || nowMs - sent >= CLOCK_INTERVAL_MS) {
                send(nowMs);
            }
        } else if (newest > Long.MIN_VALUE + time.delayMs()
                && (messages >= MAX_MESSAGES || (isIdle && messages > 0))) {
            send(newest - time.delayMs());
        }
    }

    private void send(long number) {
        messages = 0;
        if (number > sent) {
            sent = number;
            Punctuation.endWindow(collector, number);
        }
    }
}
