package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Computes the allowed places of each executor. Executors with the same rule share one set. */
final class AllowedPlaces {
    private AllowedPlaces() {}

    static BitSet[] byExecutor(Problem problem) {
        CostTree tree = problem.tree();
        BitSet allPlaces = new BitSet();
        BitSet withoutBoxes = new BitSet();
        for (int p = 0; p < tree.placeCount(); p++) {
            allPlaces.set(p);
            withoutBoxes.set(p, !tree.place(p).box());
        }
        Map<Set<String>, BitSet> byRule = new HashMap<>();
        BitSet[] allowed = new BitSet[problem.executorCount()];
        for (int e = 0; e < allowed.length; e++) {
            Set<String> rule = problem.ruledPlaces(e);
            boolean inNetwork =
                    problem.rules().inNetwork().contains(problem.executor(e).componentId());
            int executor = e;
            BitSet places =
                    rule.isEmpty()
                            ? (inNetwork ? allPlaces : withoutBoxes)
                            : byRule.computeIfAbsent(
                                    rule, ids -> placesOfRule(problem, executor, ids));
            if (places.isEmpty()) {
                throw new IllegalArgumentException(
                        "executor "
                                + problem.executor(e)
                                + " has no allowed place: all places of the tree are boxes; add a"
                                + " place, or name its component in Rules.inNetwork");
            }
            allowed[e] = places;
        }
        return allowed;
    }

    private static BitSet placesOfRule(Problem problem, int executor, Set<String> ids) {
        BitSet places = new BitSet();
        for (String id : ids) {
            int place = problem.tree().indexOf(id);
            if (place < 0) {
                throw new IllegalArgumentException(
                        "executor "
                                + problem.executor(executor)
                                + " is bound to place '"
                                + id
                                + "', which the tree of "
                                + problem.tree().placeCount()
                                + " places does not have; correct Rules.allowedPlaces");
            }
            places.set(place);
        }
        return places;
    }
}
