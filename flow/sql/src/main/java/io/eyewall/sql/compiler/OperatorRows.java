package io.eyewall.sql.compiler;

import io.eyewall.toolkit.flow.Flow;
import java.util.List;
import java.util.Set;

/**
 * The rows that an operator emits.
 *
 * @param output the components that emit the rows
 * @param bounded whether the rows end
 * @param atEnd whether some rows are emitted only at the end of the input
 * @param times columns whose values the markers follow
 * @param starts columns that hold the starts of windows
 * @param ends columns that hold the ends of windows; no row follows a marker of its window's end
 * @param tasks number of tasks of each component
 */
record OperatorRows(
        Output output,
        boolean bounded,
        boolean atEnd,
        Set<Integer> times,
        Set<Integer> starts,
        Set<Integer> ends,
        int tasks) {
    /** Returns a description of the same rows after another component has taken them over. */
    OperatorRows from(Flow<Object[]> other, String component, int count, boolean comesAtEnd) {
        return new OperatorRows(
                Output.of(other, List.of(component), count),
                bounded,
                comesAtEnd,
                times,
                starts,
                ends,
                count);
    }

    /** Returns the names of the components that emit the rows. */
    List<String> components() {
        return output.components();
    }

    /** Returns the flow that the next operator consumes. */
    Flow<Object[]> flow() {
        return output.flow();
    }

    /** Returns the flow that the next operator consumes with {@code count} tasks. */
    Flow<Object[]> to(int count) {
        return flow().tasks(count);
    }

    /**
     * Returns whether an operator that gathers these rows may ack them on arrival. It may if the
     * input is bounded, because the next run reads a bounded input from its beginning. Rows that
     * are emitted only at the end stay pending, because they are replayed if the end fails. Rows of
     * an unbounded input stay pending, too, so that after a crash the rows of windows that were not
     * yet written are replayed.
     */
    boolean acksAtOnce() {
        return bounded && !atEnd;
    }
}
