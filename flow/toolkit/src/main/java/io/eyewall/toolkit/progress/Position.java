package io.eyewall.toolkit.progress;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The position of a message in its source; each replay of the message has the same position.
 *
 * @param source scope of the offsets: a partition of a topic, a stream, a table
 * @param offset offset of the message, at least 0; grows in the order of the source
 * @param part number of the tuple among those computed from the message, from 0; see {@link
 *     #part(int)}
 * @param floor offsets below it will never be replayed, because the source has durably recorded
 *     them as done
 */
public record Position(String source, long offset, int part, long floor) implements Serializable {
    /** Validates the components. */
    public Position {
        Objects.requireNonNull(source, "source");
        if (offset < 0 || part < 0) {
            throw new IllegalArgumentException(
                    "position in " + source + ": offset " + offset + ", part " + part);
        }
    }

    /** Creates the position of a whole message, which is part 0. */
    public Position(String source, long offset, long floor) {
        this(source, offset, 0, floor);
    }

    /**
     * Returns the position of one of several tuples that a bolt computes from the tuple with this
     * position. The bolt must give each of them the same number in each replay, so that a sink can
     * distinguish them.
     */
    public Position part(int number) {
        return new Position(source, offset, number, floor);
    }

    /** Ignores the floor, which is higher in later replays of the same message. */
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

    /** Returns {@code source@offset}, followed by {@code #part} unless the part is 0. */
    @Override
    public String toString() {
        return part == 0 ? source + "@" + offset : source + "@" + offset + "#" + part;
    }
}
