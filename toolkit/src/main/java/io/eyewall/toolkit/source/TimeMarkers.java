package io.eyewall.toolkit.source;

import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.List;
import org.apache.storm.spout.SpoutOutputCollector;

/** Sends markers of time, between the messages of one task. */
final class TimeMarkers {
    /** So many messages are between two markers, at most. */
    static final int MESSAGES = 64;

    /** So often a marker is sent by the clock. */
    private static final long CLOCK_MS = 100;

    private final EventTime time;
    private final SpoutOutputCollector collector;
    private long newest = Long.MIN_VALUE;
    private long sent = Long.MIN_VALUE;
    private int messages;

    TimeMarkers(EventTime time, SpoutOutputCollector collector) {
        this.time = time;
        this.collector = collector;
    }

    /** A message is about to be emitted; its values, with the time if they are to have it. */
    List<Object> emitted(List<Object> values) {
        messages++;
        EventTime.Of of = time.of();
        if (of == null) {
            EventTime.Stamp stamp = time.stamp();
            return stamp == null ? values : stamp.with(values, ProcessingTime.nowMs());
        }
        Long at = of.of(values);
        newest = at == null ? newest : Math.max(newest, at);
        return values;
    }

    /**
     * Sends a marker if it is time to.
     *
     * @param isIdle whether no message waits to be emitted
     */
    void look(boolean isIdle) {
        if (time.of() == null) {
            long nowMs = ProcessingTime.nowMs();
            if (sent == Long.MIN_VALUE || nowMs - sent >= CLOCK_MS) {
                send(nowMs);
            }
        } else if (newest > Long.MIN_VALUE + time.delayMs()
                && (messages >= MESSAGES || (isIdle && messages > 0))) {
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
