package io.eyewall.sql.function;

import org.jspecify.annotations.Nullable;

/**
 * The aggregates of a frame that moves over a partition. Rows that the next frame has too are not
 * added again, if it only grows, or if the aggregates can take rows away.
 */
final class FrameAggregates {
    private final SortedPartition partition;
    private final Frame frame;
    private final Accumulator empty;
    private Accumulator current;
    private int currentStart;
    private int currentEnd;

    FrameAggregates(SortedPartition partition, Frame frame, Accumulator empty) {
        this.partition = partition;
        this.frame = frame;
        this.empty = empty;
        this.current = empty.fresh();
    }

    /**
     * Moves to the frame of a row.
     *
     * @param start index of the first row of the frame
     * @param end index behind the last row of the frame
     */
    void moveTo(int row, int start, int end) {
        int last = Math.max(start, end);
        if (frame.exclusion() != Frame.Exclusion.NO_OTHERS) {
            restart(start);
            for (int i = start; i < last; i++) {
                if (frame.includes(partition, row, i)) {
                    current.add(partition.row(i));
                }
            }
            return;
        }
        boolean overlaps = start < currentEnd && last > currentStart;
        boolean shrinks = start > currentStart || last < currentEnd;
        if (!overlaps || (shrinks && !removesCheaply(start, last))) {
            restart(start);
        }
        for (; currentStart < start; currentStart++) {
            current.remove(partition.row(currentStart));
        }
        for (; currentEnd > last; currentEnd--) {
            current.remove(partition.row(currentEnd - 1));
        }
        while (currentStart > start) {
            current.add(partition.row(--currentStart));
        }
        for (; currentEnd < last; currentEnd++) {
            current.add(partition.row(currentEnd));
        }
    }

    /** Returns whether taking rows away is possible, and less work than adding those that stay. */
    private boolean removesCheaply(int start, int end) {
        int removed = Math.max(0, start - currentStart) + Math.max(0, currentEnd - end);
        int kept = Math.min(end, currentEnd) - Math.max(start, currentStart);
        return empty.canRemove() && removed < kept;
    }

    private void restart(int start) {
        current = empty.fresh();
        currentStart = start;
        currentEnd = start;
    }

    /** Writes the aggregates of the present frame into an array. */
    void result(@Nullable Object[] results) {
        current.result(results, 0);
    }
}
