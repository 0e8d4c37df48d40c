package io.eyewall.placement.scale;

import io.eyewall.placement.Instances;
import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;

/**
 * Measures the processor time of algorithms on large problems, and the cost of their plans relative
 * to round-robin. Started by {@code benchmarks/placement}.
 */
public final class ScaleMain {
    private static final int ROUNDS = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ScaleMain() {}

    private record Case(String algorithm, Map<String, Double> parameters) {}

    /** Prints a table; takes no arguments. */
    public static void main(String[] arguments) {
        System.out.println("executors places algorithm             cost  violation CPU seconds");
        measure(2_000, 5, 5, 8);
        measure(10_000, 10, 10, 10);
    }

    private static void measure(int executors, int racks, int nodes, int cores) {
        double roundRobin = 0;
        for (Case one :
                new Case[] {
                    new Case("round-robin", Map.of()),
                    new Case("tstorm", Map.of()),
                    new Case("affinity", Map.of("trials", 0.0)),
                    new Case("affinity", Map.of()),
                    new Case("affinity", Map.of("trials", 5e6)),
                }) {
            try (Algorithms algorithms = Algorithms.onClassPath()) {
                PlacementAlgorithm algorithm = algorithms.get(one.algorithm());
                Parameters parameters = new Parameters(algorithm, one.parameters());
                int rounds = one.parameters().getOrDefault("trials", 0.0) > 0 ? 1 : ROUNDS;
                double seconds = Double.POSITIVE_INFINITY;
                Layout layout = null;
                for (int i = 0; i < rounds; i++) {
                    Problem problem = Instances.large(1, executors, racks, nodes, cores);
                    long begin = THREADS.getCurrentThreadCpuTime();
                    layout = new Layout(problem);
                    algorithm.place(layout, parameters, 1);
                    seconds = Math.min(seconds, (THREADS.getCurrentThreadCpuTime() - begin) / 1e9);
                }
                if (layout == null) {
                    throw new IllegalStateException("no rounds");
                }
                roundRobin = roundRobin == 0 ? layout.cost() : roundRobin;
                System.out.printf(
                        "%9d %6d %-18s %7.3f %10.4f %8.2f%n",
                        executors,
                        racks * nodes * cores,
                        one.algorithm() + (one.parameters().isEmpty() ? "" : one.parameters()),
                        layout.cost() / roundRobin,
                        layout.violation(),
                        seconds);
            }
        }
    }
}
