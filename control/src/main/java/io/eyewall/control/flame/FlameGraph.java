package io.eyewall.control.flame;

import java.util.List;

/**
 * Samples of stacks as a tree: below a node is what it has called.
 *
 * @param title of what was sampled
 * @param seconds for how long
 * @param periodMs from one sample of a thread to the next
 * @param samples how many there are
 * @param names of nodes, each once
 * @param nodes parents before their children; the first is the root
 */
public record FlameGraph(
        String title,
        int seconds,
        int periodMs,
        int samples,
        List<String> names,
        List<Node> nodes) {
    /**
     * One frame below others.
     *
     * @param parent index of its parent; -1 for the root
     * @param name index of its name
     * @param self samples that ended here
     */
    public record Node(int parent, int name, int self) {}

    public FlameGraph {
        names = List.copyOf(names);
        nodes = List.copyOf(nodes);
    }

    /** Samples of each node and all below it, by its index. */
    public int[] totals() {
        int[] totals = new int[nodes.size()];
        for (int i = nodes.size() - 1; i >= 0; i--) {
            totals[i] += nodes.get(i).self();
            if (nodes.get(i).parent() >= 0) {
                totals[nodes.get(i).parent()] += totals[i];
            }
        }
        return totals;
    }

    /** The name of a node. */
    public String name(int node) {
        return names.get(nodes.get(node).name());
    }
}
