package io.eyewall.cluster.generator;

import java.util.HashMap;
import java.util.Map;

/**
 * The share of each node's cores that is not available to planned executors: daemons, topologies
 * without plans, other programs, and what workers need beside their executors. Shares change in
 * coarse steps with hysteresis, because each change yields another cost tree, and a plan must prove
 * better in several evaluations of the same tree. For the generator's thread.
 */
final class ForeignLoad {
    /** Size of a step, as a share of a node's cores. */
    private static final double STEP = 0.1;

    /**
     * How far use must fall below the next lower step before the share decreases, as a share of a
     * node's cores.
     */
    private static final double SLACK = 0.05;

    private final Map<String, Double> shareByNode = new HashMap<>();

    /** Returns an independent copy. */
    ForeignLoad copy() {
        ForeignLoad copy = new ForeignLoad();
        copy.shareByNode.putAll(shareByNode);
        return copy;
    }

    /**
     * Returns the cores of a node that planned executors may use.
     *
     * @param used cores that others use at the moment
     * @return cores, above 0
     */
    double availableCores(String node, double cores, double used) {
        double share = Math.min(1, used / cores);
        double current = shareByNode.getOrDefault(node, 0.0);
        double step = Math.ceil(share / STEP - 1e-9) * STEP;
        if (step > current || share < current - STEP - SLACK) {
            shareByNode.put(node, step);
            current = step;
        }
        return Math.max(cores * (1 - current), cores * STEP / 2);
    }

    /** Keeps the shares of these nodes, and drops those of all others. */
    void retain(Iterable<String> nodes) {
        Map<String, Double> kept = new HashMap<>();
        nodes.forEach(node -> kept.put(node, shareByNode.getOrDefault(node, 0.0)));
        shareByNode.clear();
        shareByNode.putAll(kept);
    }
}
