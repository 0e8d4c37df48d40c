package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;
import java.util.Arrays;

/** Which vertices limit processor time. */
final class CoreLimits {
    private CoreLimits() {}

    /** Vertices with such a limit from a place up to the root, the lowest first. */
    static int[] path(CostTree tree, int place) {
        return Arrays.stream(tree.path(place))
                .filter(v -> Double.isFinite(tree.vertices().get(v).limits().cores()))
                .toArray();
    }

    /** What the largest place may be loaded with, in cores; infinite if one has no limit. */
    static double largest(CostTree tree, double theta) {
        double most = 0;
        for (int p = 0; p < tree.placeCount(); p++) {
            double least = Double.POSITIVE_INFINITY;
            for (int v : path(tree, p)) {
                least = Math.min(least, theta * tree.vertices().get(v).limits().cores());
            }
            most = Math.max(most, least);
        }
        return most;
    }
}
