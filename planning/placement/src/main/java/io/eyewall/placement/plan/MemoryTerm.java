package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Limits;

/** The memory of vertices that limit it. */
final class MemoryTerm implements Term {
    private final Problem problem;
    private final int[][] paths;
    private final double[] capacity;
    private final double[] bytes;

    MemoryTerm(Problem problem) {
        this.problem = problem;
        CostTree tree = problem.tree();
        this.capacity =
                tree.vertices().stream().mapToDouble(v -> v.limits().memoryBytes()).toArray();
        this.bytes = new double[capacity.length];
        this.paths = LimitedPaths.byPlace(tree, Limits::memoryBytes);
    }

    /** Returns whether any vertex limits memory. */
    static boolean isNeeded(CostTree tree) {
        return tree.vertices().stream()
                .anyMatch(vertex -> Double.isFinite(vertex.limits().memoryBytes()));
    }

    @Override
    public void probe(int executor, int from, int to, Tally change) {
        double size = problem.load(executor).memoryBytes();
        replaceUse(from, to, -size, change);
        replaceUse(to, from, size, change);
    }

    /**
     * Adds the effect on the vertices above a place. Vertices above both places are not affected.
     */
    private void replaceUse(int place, int other, double size, Tally change) {
        if (place < 0) {
            return;
        }
        for (int v : paths[place]) {
            if (other < 0 || !problem.tree().isBeneath(other, v)) {
                change.replaceUse(bytes[v] / capacity[v], (bytes[v] + size) / capacity[v]);
            }
        }
    }

    @Override
    public void commit(int executor, int from, int to) {
        double size = problem.load(executor).memoryBytes();
        if (from >= 0) {
            for (int v : paths[from]) {
                bytes[v] -= size;
            }
        }
        if (to >= 0) {
            for (int v : paths[to]) {
                bytes[v] += size;
            }
        }
    }
}
