package io.eyewall.sql.compiler;

import io.eyewall.toolkit.flow.Flow;
import java.util.List;
import java.util.Set;

/**
 * The rows that an operator emits.
 *
 * @param output the components that emit it
 * @param bounded whether it ends
 * @param atEnd whether some of it comes at the end only
 * @param times columns whose values markers follow
 * @param starts columns that hold starts of windows
 * @param ends columns that hold ends of windows: no row comes after a marker of its window's end
 * @param tasks of each component
 */
record OperatorRows(
        Output output,
        boolean bounded,
        boolean atEnd,
        Set<Integer> times,
        Set<Integer> starts,
        Set<Integer> ends,
        int tasks) {
    /** The same rows from another component. */
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

    /** The components that emit it. */
    List<String> components() {
        return output.components();
    }

    /** On the way to an operator. */
    Flow<Object[]> flow() {
        return output.flow();
    }

    /** On the way to an operator with so many tasks. */
    Flow<Object[]> to(int count) {
        return flow().tasks(count);
    }

    /**
     * Whether an operator that gathers rows may ack them as they come: what ends is read anew by
     * the next run. What comes at the end is held, for it comes again if the end fails; and so is
     * what has no end: after a crash, rows of windows that were not written come again.
     */
    boolean acksAtOnce() {
        return bounded && !atEnd;
    }
}
