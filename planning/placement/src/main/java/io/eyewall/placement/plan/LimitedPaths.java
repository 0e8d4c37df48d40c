package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Limits;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** Computes, for each place, the vertices on its path to the root that limit a resource. */
final class LimitedPaths {
    private LimitedPaths() {}

    /**
     * Returns the limiting vertices.
     *
     * @param limit returns the limit of the resource; infinite if it is not limited
     * @return by place; the lowest vertex first
     */
    static int[][] byPlace(CostTree tree, ToDoubleFunction<Limits> limit) {
        int[][] paths = new int[tree.placeCount()][];
        Arrays.setAll(
                paths,
                place ->
                        Arrays.stream(tree.path(place))
                                .filter(v -> Double.isFinite(limitOf(tree, v, limit)))
                                .toArray());
        return paths;
    }

    private static double limitOf(CostTree tree, int vertex, ToDoubleFunction<Limits> limit) {
        return limit.applyAsDouble(tree.vertices().get(vertex).limits());
    }
}
