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
 * <p>Each partition that a source reads ({@link SourceReader#partitions}) has a time of its own,
 * and markers follow the slowest one. A partition of which nothing comes for {@code idleMs},
 * although the source reads, is idle: the others do not wait for it. If all of a task are idle, its
 * markers follow those of the other tasks whose streams meet with its own, in this process.
 *
 * @param of reads the time of a message; null: the time is the clock's when the message is emitted
 * @param delayMs how much older than the newest message of its partition a message may be without
 *     being late
 * @param idleMs the time after which a silent partition is idle
 * @param stamp writes the clock's time into a message; null: messages are emitted unchanged
 */
public record EventTime(@Nullable Of of, long delayMs, long idleMs, @Nullable Stamp stamp)
        implements Serializable {
    /** The time after which a silent partition is idle, unless {@link #idleAfter} sets another. */
    public static final Duration IDLE_AFTER = Duration.ofSeconds(10);

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
        return new EventTime(time, delay.toMillis(), IDLE_AFTER.toMillis(), null);
    }

    /**
     * Returns this event time with another time after which a silent partition is idle. What it
     * sends later may be late.
     *
     * @throws IllegalArgumentException if it is not at least 1 ms
     */
    public EventTime idleAfter(Duration silence) {
        if (silence.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "idleAfter(" + silence + "): expected at least a millisecond");
        }
        return new EventTime(of, delayMs, silence.toMillis(), stamp);
    }

    /**
     * Returns the event time for messages that get the clock's time when they are emitted. Markers
     * are then sent whether there are messages or not.
     */
    public static EventTime clock(Stamp stamp) {
        return new EventTime(null, 0, IDLE_AFTER.toMillis(), stamp);
    }
}
