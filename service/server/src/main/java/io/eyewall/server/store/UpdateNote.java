package io.eyewall.server.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The facts that the new version of a topology needs about the old version that it replaces.
 *
 * @param replaces id of the old version
 * @param active whether the old version's spouts were active when the update began
 * @param tasks task ids of the old version, by component
 * @param openLate components that are opened only after the old version has ended
 * @param moved components whose state does not belong to task ids, so that the ids may change
 * @param withoutState whether bolts start without the old version's state
 * @param limitMs milliseconds within which the new version must be ready to take over
 * @param drainMs milliseconds for which the old version, with its spouts stopped, may complete
 *     pending messages
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
