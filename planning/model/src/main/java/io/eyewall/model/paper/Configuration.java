package io.eyewall.model.paper;

import java.util.ArrayList;
import java.util.List;

/**
 * The paper's {@code <n, s, b, w>}: one spout and one bolt component on a cluster (section 6.3.1).
 *
 * @param nodes machines
 * @param spouts instances of the spout
 * @param bolts instances of the bolt
 * @param workersPerNode processes on each machine
 */
public record Configuration(int nodes, int spouts, int bolts, int workersPerNode) {
    public Configuration {
        if (nodes < 1 || spouts < 1 || bolts < 1 || workersPerNode < 1) {
            throw new IllegalArgumentException(
                    "configuration <%d,%d,%d,%d>: all four numbers must be at least 1"
                            .formatted(nodes, spouts, bolts, workersPerNode));
        }
    }

    /**
     * Returns the edge between the spout and the bolt, with their instances placed as Storm does.
     */
    public List<Edge> edges(double tuplesPerSec) {
        Allocation allocation = allocate(List.of(spouts, bolts));
        return List.of(new Edge(allocation, 0, 1, tuplesPerSec));
    }

    /**
     * Returns the fractions of tuples that are sent within a process, within a node, and between
     * nodes.
     */
    public Alphas alphas(Errata errata) {
        return Alphas.of(edges(1), errata);
    }

    /**
     * Returns Storm's allocation (section 3.2): component by component, each instance goes to the
     * next process; "an outer loop iterates across all workers and an inner loop across all nodes".
     *
     * @param instances number of instances by component
     */
    public Allocation allocate(List<Integer> instances) {
        int processes = nodes * workersPerNode;
        List<int[]> counts = new ArrayList<>();
        int next = 0;
        for (int count : instances) {
            int[] byProcess = new int[processes];
            for (int i = 0; i < count; i++) {
                byProcess[next++ % processes]++;
            }
            counts.add(byProcess);
        }
        int[] nodeOfProcess = new int[processes];
        for (int p = 0; p < processes; p++) {
            nodeOfProcess[p] = p % nodes;
        }
        return new Allocation(counts, nodeOfProcess);
    }
}
