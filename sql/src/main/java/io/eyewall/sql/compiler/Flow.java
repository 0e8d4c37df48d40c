package io.eyewall.sql.compiler;

import java.util.List;
import java.util.Set;

/**
 * What an operator emits.
 *
 * @param components that emit it; several after UNION ALL
 * @param bounded whether it ends
 * @param times columns whose values marks follow
 * @param starts columns that hold starts of windows
 * @param ends columns that hold ends of windows: no row comes after a mark of its window's end
 * @param tasks of each component
 */
record Flow(
        List<String> components,
        boolean bounded,
        Set<Integer> times,
        Set<Integer> starts,
        Set<Integer> ends,
        int tasks) {
    /** The same rows from another component. */
    Flow from(String component, int count) {
        return new Flow(List.of(component), bounded, times, starts, ends, count);
    }
}
