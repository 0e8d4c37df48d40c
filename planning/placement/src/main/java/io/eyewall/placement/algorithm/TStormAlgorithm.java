package io.eyewall.placement.algorithm;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Limit;
import io.eyewall.placement.plan.Problem;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Algorithm 1 of T-Storm (Xu, Chen, Tang, Su: T-Storm: Traffic-aware Online Scheduling in Storm,
 * ICDCS 2014, section IV-C). It places executors in descending order of their traffic, in tuples;
 * each goes to the feasible slot that adds the least traffic between nodes, the first one of equal
 * slots. A slot is feasible if the topology has no other slot on the node, the load is within the
 * node's capacity, and the node's number of executors is within {@code gamma * N / K}.
 *
 * <p>Nodes are the problem's units (see {@link io.eyewall.placement.plan.Weights#openLevel}): on
 * one machine they are cores. As in the paper, bytes, memory, bandwidth and the costs of moves are
 * ignored.
 *
 * <p>Where the paper is unclear or wrong:
 *
 * <ul>
 *   <li>line 6 sets {@code x} of the i-th executor, but must mean the i-th executor in the sorted
 *       order;
 *   <li>45 executors on 10 nodes do not fit with {@code floor(gamma * N / K)} = 4 each. When no
 *       slot is left, the limit becomes {@code max(ceil(N / K), floor(gamma * N / K))};
 *   <li>when no node has the capacity, the executor goes to the node with the lowest relative load.
 * </ul>
 */
public final class TStormAlgorithm implements PlacementAlgorithm {
    /** The consolidation factor. */
    public static final String GAMMA = "gamma";

    @Override
    public String name() {
        return "tstorm";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        GAMMA,
                        1,
                        0.01,
                        1e6,
                        "consolidation factor: executors per node, relative to an even spread"));
    }

    @Override
    public Set<Limit> respects() {
        return EnumSet.of(Limit.PROCESSORS, Limit.RULES);
    }

    @Override
    public void place(Layout layout, Parameters parameters, long seed) {
        Problem problem = layout.problem();
        double[] traffic = new double[problem.executorCount()];
        Arrays.setAll(traffic, e -> traffic(problem, e));
        List<Integer> order =
                IntStream.range(0, traffic.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble((Integer e) -> traffic[e]).reversed())
                        .toList();
        TStormNodes nodes = new TStormNodes(layout, parameters.get(GAMMA));
        for (int executor : order) {
            nodes.place(executor);
        }
    }

    private static double traffic(Problem problem, int executor) {
        FlowTable flows = problem.flows();
        double sum = 0;
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            sum += flows.inTuples(k) + flows.outTuples(k);
        }
        return sum;
    }
}
