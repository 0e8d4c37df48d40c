package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Places all executors in the order of their affinity: the next executor is the one that exchanges
 * most with the executors already placed. It goes to the place where it adds the least violation
 * or, at equal violation, the least cost. (T-Storm orders executors by total traffic. It therefore
 * starts with executors of one component, which exchange nothing with one another, so that their
 * places are arbitrary.)
 */
final class Greedy {
    private final Layout layout;
    private final Problem problem;
    private final Candidates candidates;

    /**
     * An executor without a place that exchanges tuples with placed executors.
     *
     * @param affinity price of the traffic with the executors that had a place when it was queued
     */
    private record QueuedExecutor(int executor, double affinity) {}

    Greedy(Layout layout, Candidates candidates) {
        this.layout = layout;
        this.problem = layout.problem();
        this.candidates = candidates;
    }

    void placeAll() {
        int n = problem.executorCount();
        double[] affinity = new double[n];
        double[] totalAffinity = new double[n];
        FlowTable flows = problem.flows();
        int topHeight = problem.tree().vertices().get(0).level().height();
        Arrays.setAll(
                totalAffinity,
                e ->
                        IntStream.range(flows.first(e), flows.first(e + 1))
                                .mapToDouble(k -> flows.price(k, topHeight))
                                .sum());
        Integer[] byTotalAffinity = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(
                byTotalAffinity,
                Comparator.comparingDouble((Integer e) -> totalAffinity[e]).reversed());
        PriorityQueue<QueuedExecutor> queue =
                new PriorityQueue<>(
                        Comparator.comparingDouble((QueuedExecutor w) -> -w.affinity())
                                .thenComparingInt(QueuedExecutor::executor));
        int nextUnconnected = 0;
        for (int placed = 0; placed < n; placed++) {
            int executor = -1;
            while (executor < 0 && !queue.isEmpty()) {
                QueuedExecutor head = queue.remove();
                boolean isStale = head.affinity() < affinity[head.executor()];
                executor = layout.place(head.executor()) >= 0 || isStale ? -1 : head.executor();
            }
            while (executor < 0) {
                int e = byTotalAffinity[nextUnconnected++];
                executor = layout.place(e) >= 0 ? -1 : e;
            }
            placeExecutor(executor);
            for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
                int other = flows.other(k);
                if (layout.place(other) < 0) {
                    affinity[other] += flows.price(k, topHeight);
                    queue.add(new QueuedExecutor(other, affinity[other]));
                }
            }
        }
    }

    private void placeExecutor(int executor) {
        int count = candidates.collect(executor);
        int best = candidates.get(0);
        double bestViolation = Double.POSITIVE_INFINITY;
        double bestCost = Double.POSITIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            layout.probe(executor, candidates.get(i));
            double violation = layout.probedViolation();
            double cost = layout.probedCost();
            if (violation < bestViolation - 1e-9
                    || (violation < bestViolation + 1e-9 && cost < bestCost)) {
                best = candidates.get(i);
                bestViolation = violation;
                bestCost = cost;
            }
        }
        layout.move(executor, best);
    }
}
