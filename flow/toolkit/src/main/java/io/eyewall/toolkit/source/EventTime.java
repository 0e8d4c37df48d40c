package io.eyewall.toolkit.source;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event time of a source's messages, in milliseconds since 1970. It numbers the source's window
 * markers: a message older than a marker's number has come before that marker, or is late.
 * Operators that know when a window ends wait for a marker of that number ({@link
 * io.eyewall.toolkit.operator.FoldBolt}).
 *
 * @param of reads the time of a message; null: the time is the clock's when the message is emitted
 * @param delayMs how much older than the newest message a message may be without being late
 * @param stamp writes the clock's time into a message; null: messages are emitted unchanged
 */
public record EventTime(@Nullable Of of, long delayMs, @Nullable Stamp stamp)
        implements Serializable {
    /** Reads the event time of a message. */
    @FunctionalInterface
    public interface Of extends Serializable {
        /** Returns the message's time in milliseconds since 1970, or null if it has none. */
        @Nullable Long of(List<Object> values);
    }

    /** Writes the clock's time into a message. */
    @FunctionalInterface
    public interface Stamp extends Serializable {
        /** Returns new values that contain the time. */
        List<Object> with(List<Object> values, long nowMs);
    }

    /**
     * Returns the event time for messages that carry their own time and may arrive out of order by
     * up to {@code delay}.
     */
    public static EventTime of(Of time, Duration delay) {
        return new EventTime(time, delay.toMillis(), null);
    }

    /**
     * Returns the event time for messages that get the clock's time when they are emitted. Markers
     * are then sent whether there are messages or not.
     */
    public static EventTime clock(Stamp stamp) {
        return new EventTime(null, 0, stamp);
    }
}
