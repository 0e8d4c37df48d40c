package io.eyewall.sql.function;

import io.eyewall.sql.function.Frame.Bound;
import io.eyewall.sql.function.Frame.Place;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Finds the frame of each row of a partition. */
final class FrameBounds {
    private final Frame frame;
    private final SortedPartition partition;

    /** The order's column of a frame whose offsets are distances; null for other frames. */
    private final Order.@Nullable By by;

    /** By row: the value of {@link #by} in a form that an offset can be added to. */
    private final @Nullable Object[] distances;

    /**
     * Creates the search in one partition.
     *
     * @param order the order of the window; one column, if the frame has offsets that are distances
     */
    FrameBounds(Frame frame, SortedPartition partition, Order order) {
        this.frame = frame;
        this.partition = partition;
        boolean hasDistance =
                frame.unit() != Frame.Unit.ROWS
                        && (frame.start().offset() != null || frame.end().offset() != null);
        by = hasDistance ? order.columns().get(0) : null;
        distances = new @Nullable Object[by == null ? 0 : partition.size()];
        for (int i = 0; i < distances.length; i++) {
            Object value = partition.row(i)[Objects.requireNonNull(by).column()];
            distances[i] = value == null ? null : toDistance(value);
        }
    }

    /** Returns the index of the first row of a row's frame. */
    int start(int row) {
        Bound start = frame.start();
        return switch (start.place()) {
            case UNBOUNDED_PRECEDING -> 0;
            case CURRENT_ROW -> frame.unit() == Frame.Unit.ROWS ? row : partition.firstPeer(row);
            case PRECEDING, FOLLOWING ->
                    by == null ? rowAt(row, start) : search(by, limit(by, row, start), false);
            case UNBOUNDED_FOLLOWING -> partition.size();
        };
    }

    /** Returns the index behind the last row of a row's frame. */
    int end(int row) {
        Bound end = frame.end();
        return switch (end.place()) {
            case UNBOUNDED_PRECEDING -> 0;
            case CURRENT_ROW ->
                    frame.unit() == Frame.Unit.ROWS ? row + 1 : partition.endOfPeers(row);
            case PRECEDING, FOLLOWING ->
                    by == null ? rowAt(row + 1, end) : search(by, limit(by, row, end), true);
            case UNBOUNDED_FOLLOWING -> partition.size();
        };
    }

    /** Returns the index at an offset in rows, but not outside of the partition. */
    private int rowAt(int row, Bound bound) {
        BigDecimal offset = Objects.requireNonNull(bound.offset());
        long rows = offset.min(BigDecimal.valueOf(Integer.MAX_VALUE)).longValue();
        long index = bound.place() == Place.PRECEDING ? row - rows : row + rows;
        return (int) Math.max(0, Math.min(partition.size(), index));
    }

    /** Returns the distance value at which a bound lies; null among rows without a value. */
    private @Nullable Object limit(Order.By column, int row, Bound bound) {
        Object current = distances[row];
        if (current == null) {
            return null;
        }
        BigDecimal offset = Objects.requireNonNull(bound.offset());
        boolean forward = (bound.place() == Place.FOLLOWING) != column.descending();
        BigDecimal step = forward ? offset : offset.negate();
        return switch (frame.unit()) {
            case EXACT_NUMBER, MILLISECONDS, MILLISECONDS_OF_DATE ->
                    ((BigDecimal) current).add(step);
            case DOUBLE -> (Double) current + step.doubleValue();
            case MONTHS, MONTHS_OF_DATE ->
                    BigDecimal.valueOf(
                            LocalDateTime.ofInstant(
                                            Instant.ofEpochMilli(
                                                    ((BigDecimal) current).longValueExact()),
                                            ZoneOffset.UTC)
                                    .plusMonths(step.longValueExact())
                                    .toInstant(ZoneOffset.UTC)
                                    .toEpochMilli());
            case ROWS -> throw new IllegalStateException("offsets that count rows have no limit");
        };
    }

    private Object toDistance(Object value) {
        return switch (frame.unit()) {
            case EXACT_NUMBER -> Sums.decimal(value);
            case DOUBLE -> ((Number) value).doubleValue();
            case MILLISECONDS, MONTHS -> BigDecimal.valueOf(((Number) value).longValue());
            case MILLISECONDS_OF_DATE, MONTHS_OF_DATE ->
                    BigDecimal.valueOf(TimeUnit.DAYS.toMillis(((Number) value).longValue()));
            case ROWS -> throw new IllegalStateException("offsets that count rows have no limit");
        };
    }

    /**
     * Returns the index of the first row that lies behind a limit, or, unless {@code behind}, at it
     * or behind it.
     */
    private int search(Order.By column, @Nullable Object limit, boolean behind) {
        int low = 0;
        int high = distances.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int comparison = column.compareValues(distances[middle], limit);
            if (comparison < 0 || (behind && comparison == 0)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
