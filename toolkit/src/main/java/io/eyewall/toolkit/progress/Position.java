package io.eyewall.toolkit.progress;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a message stands in its source; the same in each replay.
 *
 * @param source what offsets count in: a partition of a topic, a stream, a table
 * @param offset of the message, at least 0; grows in the order of the source
 * @param part which of the tuples that were made of the message, from 0; see {@link #part(int)}
 * @param floor offsets below it will never be replayed: their source has it on disk that they are
 *     done
 */
public record Position(String source, long offset, int part, long floor) implements Serializable {
    /** Checks them. */
    public Position {
        Objects.requireNonNull(source, "source");
        if (offset < 0 || part < 0) {
            throw new IllegalArgumentException(
                    "position in " + source + ": offset " + offset + ", part " + part);
        }
    }

    /** Of a message, not of a part of it. */
    public Position(String source, long offset, long floor) {
        this(source, offset, 0, floor);
    }

    /**
     * For a bolt that makes several tuples of one: each gets a number that is the same in each
     * replay, so that a sink can tell them apart.
     */
    public Position part(int number) {
        return new Position(source, offset, number, floor);
    }

    /** Whatever the floor: it is higher in later replays of the same message. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Position position
                && offset == position.offset
                && part == position.part
                && source.equals(position.source);
    }

    @Override
    public int hashCode() {
        return (source.hashCode() * 31 + Long.hashCode(offset)) * 31 + part;
    }

    /** {@code source@offset}, and {@code #part} if it is not the first. */
    @Override
    public String toString() {
        return part == 0 ? source + "@" + offset : source + "@" + offset + "#" + part;
    }
}
