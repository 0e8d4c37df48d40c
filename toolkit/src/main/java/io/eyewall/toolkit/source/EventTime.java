package io.eyewall.toolkit.source;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time of a source's messages, in milliseconds since 1970. Its window markers are numbered by
 * it: what is older than a marker's number has come before the marker, or is late. Operators that
 * know the end of a window wait for a marker of that number ({@link
 * io.eyewall.toolkit.operator.FoldBolt}).
 *
 * @param of the time of a message; null: by the clock, when it is emitted
 * @param delayMs how much older than the newest message one may be
 * @param stamp writes the clock's time into a message; null: the messages' own counts
 */
public record EventTime(@Nullable Of of, long delayMs, @Nullable Stamp stamp)
        implements Serializable {
    /** The time of a message. */
    @FunctionalInterface
    public interface Of extends Serializable {
        /** Null: it has none. */
        @Nullable Long of(List<Object> values);
    }

    /** Writes the time into a message. */
    @FunctionalInterface
    public interface Stamp extends Serializable {
        /** New values, with the time. */
        List<Object> with(List<Object> values, long nowMs);
    }

    /** As the messages have it. */
    public static EventTime of(Of time, Duration delay) {
        return new EventTime(time, delay.toMillis(), null);
    }

    /** When messages are emitted: markers come whether there are messages or not. */
    public static EventTime clock(Stamp stamp) {
        return new EventTime(null, 0, stamp);
    }
}
