package io.eyewall.model.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The number of instances of each component in each process, and the node of each process. */
public final class Allocation {
    private final List<int[]> byComponent = new ArrayList<>();
    private final int[] nodeOfProcess;
    private final int nodes;

    /**
     * @param byComponent for each component: the number of its instances in each process
     * @param nodeOfProcess for each process: the number of its node, from 0
     */
    public Allocation(List<int[]> byComponent, int[] nodeOfProcess) {
        for (int[] counts : byComponent) {
            if (counts.length != nodeOfProcess.length) {
                throw new IllegalArgumentException(
                        "allocation: a component has instances in %d processes, but there are %d"
                                .formatted(counts.length, nodeOfProcess.length));
            }
            this.byComponent.add(counts.clone());
        }
        this.nodeOfProcess = nodeOfProcess.clone();
        this.nodes = Arrays.stream(nodeOfProcess).max().orElse(-1) + 1;
    }

    /** Returns the number of a component's instances in all processes. */
    public int instances(int component) {
        return Arrays.stream(byComponent.get(component)).sum();
    }

    /** Returns the number of pairs of a sender and a receiver in one process. */
    double pairsInProcesses(int from, int to) {
        return pairs(byComponent.get(from), byComponent.get(to));
    }

    /** Returns the number of pairs of a sender and a receiver on one node. */
    double pairsOnNodes(int from, int to) {
        return pairs(byNode(from), byNode(to));
    }

    private static double pairs(int[] senders, int[] receivers) {
        double pairs = 0;
        for (int i = 0; i < senders.length; i++) {
            pairs += (double) senders[i] * receivers[i];
        }
        return pairs;
    }

    private int[] byNode(int component) {
        int[] counts = new int[nodes];
        int[] byProcess = byComponent.get(component);
        for (int p = 0; p < byProcess.length; p++) {
            counts[nodeOfProcess[p]] += byProcess[p];
        }
        return counts;
    }
}
