package io.eyewall.server.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The facts that a topology needs about the one of its name that it replaces.
 *
 * @param replaces id of the other
 * @param active whether its spouts emitted when the update began
 * @param tasks of the other, by component
 * @param openLate components that are to be opened only when the other has ended
 * @param moved components whose state is not kept by task, so that tasks may have other ids
 * @param withoutState whether bolts begin without the state that the other had
 * @param limitMs for being ready to take over
 * @param drainMs for what is under way in the other when its spouts have been stopped
 */
public record UpdateNote(
        String replaces,
        boolean active,
        Map<String, List<Integer>> tasks,
        Set<String> openLate,
        Set<String> moved,
        boolean withoutState,
        long limitMs,
        long drainMs) {
    public UpdateNote {
        Map<String, List<Integer>> copy = new HashMap<>();
        tasks.forEach((component, ids) -> copy.put(component, List.copyOf(ids)));
        tasks = Map.copyOf(copy);
        openLate = Set.copyOf(openLate);
        moved = Set.copyOf(moved);
    }
}
