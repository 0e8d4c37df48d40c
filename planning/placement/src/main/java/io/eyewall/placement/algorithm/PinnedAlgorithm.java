package io.eyewall.placement.algorithm;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Limit;
import io.eyewall.placement.plan.Problem;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Moves executors only if a rule requires it. An executor stays at its place if {@link
 * io.eyewall.placement.plan.Rules#allowedPlaces} permits that; otherwise, or if it is new, it goes
 * to the least loaded of its allowed places.
 */
public final class PinnedAlgorithm implements PlacementAlgorithm {
    @Override
    public String name() {
        return "pinned";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Set<Limit> respects() {
        return EnumSet.of(Limit.RULES);
    }

    @Override
    public void place(Layout layout, Parameters parameters, long seed) {
        Problem problem = layout.problem();
        for (int e = 0; e < problem.executorCount(); e++) {
            if (problem.start(e) >= 0 && problem.isAllowed(e, problem.start(e))) {
                layout.move(e, problem.start(e));
            }
        }
        for (int e = 0; e < problem.executorCount(); e++) {
            if (layout.place(e) < 0) {
                layout.move(e, leastLoaded(layout, problem.allowedPlaces(e)));
            }
        }
    }

    private static int leastLoaded(Layout layout, BitSet places) {
        int best = -1;
        for (int p = places.nextSetBit(0); p >= 0; p = places.nextSetBit(p + 1)) {
            if (best < 0 || isLessLoaded(layout, p, best)) {
                best = p;
            }
        }
        return best;
    }

    /**
     * Compares used processor time and, if that is equal, numbers of executors, because loads that
     * were not measured yet are 0.
     */
    private static boolean isLessLoaded(Layout layout, int p, int q) {
        int order = Double.compare(layout.fullness(p), layout.fullness(q));
        return order != 0 ? order < 0 : layout.countAt(p) < layout.countAt(q);
    }
}
