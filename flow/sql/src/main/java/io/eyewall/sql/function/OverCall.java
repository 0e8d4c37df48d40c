package io.eyewall.sql.function;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a window function that depends on the places of rows, such as {@code ROW_NUMBER} and
 * {@code LAG}.
 *
 * @param kind the function
 * @param arguments columns that hold the arguments
 * @param ignoreNulls whether rows are skipped whose first argument is null
 * @param result column to which the result is written
 */
public record OverCall(Kind kind, List<Integer> arguments, boolean ignoreNulls, int result)
        implements Serializable {
    /** The window functions. */
    public enum Kind {
        /** The number of the row in its partition, from 1. */
        ROW_NUMBER,
        /** The number of the first peer. */
        RANK,
        /** The number of the group of peers, from 1. */
        DENSE_RANK,
        /** The part of the other rows that lie before the first peer. */
        PERCENT_RANK,
        /** The part of the rows up to the last peer. */
        CUME_DIST,
        /** The number of the row's part, if the partition is split into equal parts. */
        NTILE,
        /** The argument's value some rows before. */
        LAG,
        /** The argument's value some rows behind. */
        LEAD,
        /** The argument's value in the first row of the frame. */
        FIRST_VALUE,
        /** The argument's value in the last row of the frame. */
        LAST_VALUE,
        /** The argument's value in the n-th row of the frame. */
        NTH_VALUE
    }

    /**
     * Computes the function for a row.
     *
     * @param start index of the first row of the frame
     * @param end index behind the last row of the frame
     * @throws IllegalArgumentException if an argument is out of its range
     */
    @Nullable Object apply(SortedPartition partition, Frame frame, int row, int start, int end) {
        int rows = partition.size();
        return switch (kind) {
            case ROW_NUMBER -> row + 1L;
            case RANK -> partition.firstPeer(row) + 1L;
            case DENSE_RANK -> partition.peerGroup(row) + 1L;
            case PERCENT_RANK -> rows == 1 ? 0.0 : partition.firstPeer(row) / (double) (rows - 1);
            case CUME_DIST -> partition.endOfPeers(row) / (double) rows;
            case NTILE -> ntile(partition.row(row)[arguments.get(0)], row, rows);
            case LAG -> shifted(partition, row, -1);
            case LEAD -> shifted(partition, row, 1);
            case FIRST_VALUE -> nth(partition, frame, row, start, end, 1, 1);
            case LAST_VALUE -> nth(partition, frame, row, start, end, -1, 1);
            case NTH_VALUE -> {
                Object number = partition.row(row)[arguments.get(1)];
                yield number == null
                        ? null
                        : nth(partition, frame, row, start, end, 1, positive(number));
            }
        };
    }

    private long positive(Object number) {
        long value = ((Number) number).longValue();
        if (value < 1) {
            throw new IllegalArgumentException(
                    kind + " needs a number of at least 1, found " + value);
        }
        return value;
    }

    private @Nullable Object ntile(@Nullable Object number, int row, int rows) {
        if (number == null) {
            return null;
        }
        long parts = positive(number);
        long size = rows / parts;
        long larger = rows % parts; // that many parts have one row more
        long rowsOfLarger = larger * (size + 1);
        long part =
                row < rowsOfLarger
                        ? row / (size + 1)
                        : larger + (row - rowsOfLarger) / Math.max(1, size);
        return Math.toIntExact(part + 1);
    }

    /**
     * Returns the value at the offset of the second argument.
     *
     * @param direction -1 before the row, 1 behind it
     */
    private @Nullable Object shifted(SortedPartition partition, int row, int direction) {
        @Nullable Object[] current = partition.row(row);
        long offset = 1;
        if (arguments.size() > 1) {
            Object argument = current[arguments.get(1)];
            if (argument == null) {
                return null;
            }
            offset = ((Number) argument).longValue();
        }
        long index =
                ignoreNulls
                        ? skipNulls(partition, row, direction, offset)
                        : row + direction * offset;
        if (index >= 0 && index < partition.size()) {
            return partition.row((int) index)[arguments.get(0)];
        }
        return arguments.size() > 2 ? current[arguments.get(2)] : null;
    }

    /** Returns the index of the row at an offset, where only rows with a value are counted. */
    private long skipNulls(SortedPartition partition, int row, int direction, long offset) {
        int step = offset < 0 ? -direction : direction;
        long left = Math.abs(offset);
        long index = row;
        while (left > 0) {
            index += step;
            if (index < 0 || index >= partition.size()) {
                return -1;
            }
            if (partition.row((int) index)[arguments.get(0)] != null) {
                left--;
            }
        }
        return index;
    }

    /**
     * Returns the value of the n-th row of the frame; null if the frame has fewer.
     *
     * @param direction 1 from the first row, -1 from the last
     */
    private @Nullable Object nth(
            SortedPartition partition,
            Frame frame,
            int row,
            int start,
            int end,
            int direction,
            long n) {
        if (!ignoreNulls && frame.exclusion() == Frame.Exclusion.NO_OTHERS) {
            boolean isThere = n <= (long) end - start;
            int index = (int) (direction > 0 ? start + n - 1 : end - n);
            return isThere ? partition.row(index)[arguments.get(0)] : null;
        }
        long left = n;
        int index = direction > 0 ? start : end - 1;
        while (index >= start && index < end) {
            Object value = partition.row(index)[arguments.get(0)];
            boolean counts =
                    frame.includes(partition, row, index) && !(ignoreNulls && value == null);
            if (counts && --left == 0) {
                return value;
            }
            index += direction;
        }
        return null;
    }
}
