package io.eyewall.control.flame;

import java.util.List;

/**
 * Stack samples as a tree: the children of a node are its callees.
 *
 * @param title names of the sampled topologies
 * @param seconds duration of the sampling
 * @param periodMs milliseconds between two samples of a thread
 * @param samples number of samples
 * @param names distinct names of nodes
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
     * A node of the tree.
     *
     * @param parent index of its parent; -1 for the root
     * @param name index of its name
     * @param self number of samples whose top frame is this node
     */
    public record Node(int parent, int name, int self) {}

    public FlameGraph {
        names = List.copyOf(names);
        nodes = List.copyOf(nodes);
    }

    /** Returns for each node the number of samples of the node and its descendants. */
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

    /** Returns the name of a node. */
    public String name(int node) {
        return names.get(nodes.get(node).name());
    }
}
