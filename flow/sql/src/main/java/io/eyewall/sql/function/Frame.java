package io.eyewall.sql.function;

import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a window function: which rows of the partition, seen from the current row, the
 * function computes over.
 *
 * @param unit what the offsets of the bounds count
 * @param start the first row of the frame
 * @param end the last row of the frame
 * @param exclusion rows that are left out
 */
public record Frame(Unit unit, Bound start, Bound end, Exclusion exclusion)
        implements Serializable {
    /** The unit of an offset. All but {@link #ROWS} are {@code RANGE} in SQL. */
    public enum Unit {
        /** Rows. */
        ROWS,
        /** The distance of exact numbers in the order column. */
        EXACT_NUMBER,
        /** The distance of doubles in the order column. */
        DOUBLE,
        /** Milliseconds between dates, which are days since 1970. */
        MILLISECONDS_OF_DATE,
        /** Milliseconds between times or timestamps. */
        MILLISECONDS,
        /** Months between dates. */
        MONTHS_OF_DATE,
        /** Months between timestamps. */
        MONTHS
    }

    /** The place of a bound. */
    public enum Place {
        /** At the first row of the partition. */
        UNBOUNDED_PRECEDING,
        /** At an offset before the current row. */
        PRECEDING,
        /** At the current row; unless rows are counted, at the first or last of its peers. */
        CURRENT_ROW,
        /** At an offset behind the current row. */
        FOLLOWING,
        /** At the last row of the partition. */
        UNBOUNDED_FOLLOWING
    }

    /**
     * One end of a frame.
     *
     * @param offset the offset of PRECEDING and FOLLOWING, at least 0; null for other places
     */
    public record Bound(Place place, @Nullable BigDecimal offset) implements Serializable {}

    /** The rows that are left out of a frame. */
    public enum Exclusion {
        /** None. */
        NO_OTHERS,
        /** The current row. */
        CURRENT_ROW,
        /** The current row and its peers. */
        GROUP,
        /** The peers of the current row. */
        TIES
    }

    /**
     * Returns whether the frame of a row includes another row between its bounds.
     *
     * @param other index of the other row, which may be the row itself
     */
    boolean includes(SortedPartition partition, int row, int other) {
        boolean peers = partition.peerGroup(row) == partition.peerGroup(other);
        return switch (exclusion) {
            case NO_OTHERS -> true;
            case CURRENT_ROW -> row != other;
            case GROUP -> !peers;
            case TIES -> !peers || row == other;
        };
    }

    /** Returns whether every frame of a partition ends at the partition's last row. */
    boolean endsAtLastRow() {
        return end.place() == Place.UNBOUNDED_FOLLOWING;
    }
}
