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
 * most with those already placed, and it goes where it adds the least violation, then the least
 * cost. (T-Storm's order, by total traffic, starts with executors of one component, which exchange
 * nothing, so that their places are arbitrary.)
 */
final class Greedy {
    private final Layout layout;
    private final Problem problem;
    private final Candidates candidates;

    private record Waiting(int executor, double affinity) {}

    Greedy(Layout layout, Candidates candidates) {
        this.layout = layout;
        this.problem = layout.problem();
        this.candidates = candidates;
    }

    void placeAll() {
        int n = problem.executorCount();
        double[] affinity = new double[n];
        double[] total = new double[n];
        FlowTable flows = problem.flows();
        int top = problem.tree().vertices().get(0).level().height();
        Arrays.setAll(
                total,
                e ->
                        IntStream.range(flows.first(e), flows.first(e + 1))
                                .mapToDouble(k -> flows.price(k, top))
                                .sum());
        Integer[] byTotal = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(byTotal, Comparator.comparingDouble((Integer e) -> total[e]).reversed());
        PriorityQueue<Waiting> connected =
                new PriorityQueue<>(
                        Comparator.comparingDouble((Waiting w) -> -w.affinity())
                                .thenComparingInt(Waiting::executor));
        int nextByTotal = 0;
        for (int placed = 0; placed < n; placed++) {
            int executor = -1;
            while (executor < 0 && !connected.isEmpty()) {
                Waiting first = connected.remove();
                boolean isStale = first.affinity() < affinity[first.executor()];
                executor = layout.place(first.executor()) >= 0 || isStale ? -1 : first.executor();
            }
            while (executor < 0) {
                int e = byTotal[nextByTotal++];
                executor = layout.place(e) >= 0 ? -1 : e;
            }
            place(executor);
            for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
                int other = flows.other(k);
                if (layout.place(other) < 0) {
                    affinity[other] += flows.price(k, top);
                    connected.add(new Waiting(other, affinity[other]));
                }
            }
        }
    }

    private void place(int executor) {
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
