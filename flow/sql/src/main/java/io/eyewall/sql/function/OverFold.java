package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes window functions ({@code OVER}) for the rows of a partition when all of its rows have
 * arrived, and emits each row with the results behind it.
 */
public final class OverFold implements RowsFold {
    private static final long serialVersionUID = 1L;

    private final Window window;
    private final int windowEnd;
    private final Code aggregateCode;
    private final String query;
    private transient @Nullable Accumulator emptyAccumulator;

    /**
     * The window functions that have the same window. Columns of their arguments are numbered as in
     * an extended row: the columns of the input, a column for each result, the constants.
     *
     * @param width number of columns of the input
     * @param results number of results
     * @param constants constants that functions have as arguments
     * @param order the order of the rows in a partition
     * @param frame the frame of a row
     * @param calls functions of places
     * @param aggregates aggregate functions
     * @param aggregateResults by aggregate function: the column of its result
     */
    public record Window(
            int width,
            int results,
            List<@Nullable Serializable> constants,
            Order order,
            Frame frame,
            List<OverCall> calls,
            List<Aggregate> aggregates,
            List<Integer> aggregateResults)
            implements Serializable {
        private int firstConstant() {
            return width + results;
        }
    }

    /**
     * Creates the fold.
     *
     * @param windowEnd the column of the partition's key that holds the end of a TUMBLE, HOP or
     *     SESSION window; -1 if partitions are complete at the end of the input
     * @param query location of the query, for error messages
     */
    public OverFold(Window window, int windowEnd, String query) {
        this.window = window;
        this.windowEnd = windowEnd;
        this.aggregateCode = AggregateCode.generate(window.aggregates());
        this.query = query;
    }

    @Override
    public int windowEnd() {
        return windowEnd;
    }

    @Override
    public void result(List<Object[]> rows, EachBolt.Out<Object[]> out) {
        rows.replaceAll(this::extended);
        SortedPartition partition = new SortedPartition(rows, window.order());
        FrameBounds bounds = new FrameBounds(window.frame(), partition, window.order());
        computeCalls(partition, bounds);
        if (!window.aggregates().isEmpty()) {
            computeAggregates(partition, bounds);
        }
        for (int i = 0; i < partition.size(); i++) {
            out.accept(Arrays.copyOf(partition.row(i), window.firstConstant()));
        }
    }

    private @Nullable Object[] extended(@Nullable Object[] row) {
        int first = window.firstConstant();
        @Nullable Object[] extended = Arrays.copyOf(row, first + window.constants().size());
        for (int i = 0; i < window.constants().size(); i++) {
            extended[first + i] = window.constants().get(i);
        }
        return extended;
    }

    private void computeCalls(SortedPartition partition, FrameBounds bounds) {
        for (int row = 0; row < partition.size() && !window.calls().isEmpty(); row++) {
            int start = bounds.start(row);
            int end = bounds.end(row);
            for (OverCall call : window.calls()) {
                try {
                    partition.row(row)[call.result()] =
                            call.apply(partition, window.frame(), row, start, end);
                } catch (RuntimeException e) {
                    throw error(partition.row(row), e);
                }
            }
        }
    }

    private void computeAggregates(SortedPartition partition, FrameBounds bounds) {
        Accumulator empty = emptyAccumulator;
        if (empty == null) {
            empty = aggregateCode.compileTo(Accumulator.class);
            emptyAccumulator = empty;
        }
        FrameAggregates frames = new FrameAggregates(partition, window.frame(), empty);
        @Nullable Object[] results = new @Nullable Object[window.aggregates().size()];
        // Frames that all end at the last row only grow if the last row's is computed first.
        boolean fromTheEnd =
                window.frame().endsAtLastRow()
                        && window.aggregates().stream().noneMatch(Aggregate::dependsOnOrder);
        for (int i = 0; i < partition.size(); i++) {
            int row = fromTheEnd ? partition.size() - 1 - i : i;
            try {
                frames.moveTo(row, bounds.start(row), bounds.end(row));
            } catch (RuntimeException e) {
                throw error(partition.row(row), e);
            }
            frames.result(results);
            for (int j = 0; j < results.length; j++) {
                partition.row(row)[window.aggregateResults().get(j)] = results[j];
            }
        }
    }

    private RowException error(@Nullable Object[] row, RuntimeException e) {
        return RowException.forFrame(query, Arrays.copyOf(row, window.width()), e);
    }
}
