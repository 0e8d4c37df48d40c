package io.eyewall.sql.compiler;

import io.eyewall.toolkit.flow.Flow;
import java.util.List;
import java.util.Set;

/**
 * The rows that an operator emits.
 *
 * @param output the components that emit the rows
 * @param bounded whether the rows end
 * @param emittedAtEnd whether some rows are emitted only at the end of the input
 * @param changing whether they are changes ({@link io.eyewall.sql.change.RowChanges}), as rows are
 *     taken away again; such rows are not bounded
 * @param timeColumns columns whose values the stream's markers (watermarks) follow
 * @param windowStarts columns that hold the starts of windows
 * @param windowEnds columns that hold the ends of windows; no row follows a marker of its window's
 *     end
 * @param tasks number of tasks of each component
 */
record OperatorRows(
        Output output,
        boolean bounded,
        boolean emittedAtEnd,
        boolean changing,
        Set<Integer> timeColumns,
        Set<Integer> windowStarts,
        Set<Integer> windowEnds,
        int tasks) {
    /** Returns a description of the same rows when another component emits them. */
    OperatorRows emittedBy(
            Flow<Object[]> newFlow,
            List<String> newComponents,
            int newTasks,
            boolean newEmittedAtEnd) {
        return new OperatorRows(
                Output.of(newFlow, newComponents, newTasks),
                bounded,
                newEmittedAtEnd,
                changing,
                timeColumns,
                windowStarts,
                windowEnds,
                newTasks);
    }

    /** Returns the names of the components that emit the rows. */
    List<String> components() {
        return output.components();
    }

    /** Returns the flow that the next operator consumes. */
    Flow<Object[]> flow() {
        return output.flow();
    }

    /** Returns the flow that the next operator consumes with {@code newTasks} tasks. */
    Flow<Object[]> flowTo(int newTasks) {
        return flow().tasks(newTasks);
    }
}
