package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;
import java.util.Arrays;

/** From each place to the root, the vertices at which something can run out. */
final class LimitedPaths {
    private LimitedPaths() {}

    /**
     * @param capacity by vertex; infinite where nothing is limited
     * @return by place
     */
    static int[][] of(CostTree tree, double[] capacity) {
        int[][] paths = new int[tree.placeCount()][];
        Arrays.setAll(paths, place -> limited(tree.path(place), capacity));
        return paths;
    }

    private static int[] limited(int[] path, double[] capacity) {
        return Arrays.stream(path).filter(v -> Double.isFinite(capacity[v])).toArray();
    }
}
