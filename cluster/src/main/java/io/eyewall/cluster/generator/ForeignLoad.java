package io.eyewall.cluster.generator;

import java.util.HashMap;
import java.util.Map;

/**
 * How much of each node others use: daemons, topologies without plans, strangers, and what workers
 * need beside their executors. In coarse steps that stay for a while, since the tree of places
 * changes with them, and a plan is to be better in looks at the same tree. For the generator's
 * thread.
 */
final class ForeignLoad {
    /** Of a node's cores. */
    private static final double STEP = 0.1;

    /** Beyond the present step, of a node's cores, that it takes to leave it downwards. */
    private static final double SLACK = 0.05;

    private final Map<String, Double> partByNode = new HashMap<>();

    /**
     * Returns the cores that are left of a node.
     *
     * @param used cores that are not for executors of plans
     * @return cores, above 0
     */
    double left(String node, double cores, double used) {
        double part = Math.min(1, used / cores);
        double before = partByNode.getOrDefault(node, 0.0);
        double step = Math.ceil(part / STEP - 1e-9) * STEP;
        if (step > before || part < before - STEP - SLACK) {
            partByNode.put(node, step);
            before = step;
        }
        return Math.max(cores * (1 - before), cores * STEP / 2);
    }

    /** Forgets nodes that are gone. */
    void retain(Iterable<String> nodes) {
        Map<String, Double> kept = new HashMap<>();
        nodes.forEach(node -> kept.put(node, partByNode.getOrDefault(node, 0.0)));
        partByNode.clear();
        partByNode.putAll(kept);
    }
}
