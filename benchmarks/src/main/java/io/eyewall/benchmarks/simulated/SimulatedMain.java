package io.eyewall.benchmarks.simulated;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.storm.generated.InvalidTopologyException;

/** The command {@code benchmarks/simulated}. */
public final class SimulatedMain {
    private static final double NS_PER_SEC = 1e9;
    private static final Duration WARM_UP = Duration.ofMillis(2500);
    private static final Duration MEASURED = Duration.ofMillis(1500);
    private static final int ROUNDS = 3;

    private SimulatedMain() {}

    /** Returns topologies on which the costs were not measured. */
    private static List<Shape> others() {
        return List.of(
                Shape.of("w4: eight hops", 0, 0, 0, 0, 0, 0, 0, 0, 0),
                Shape.of("w4: eight hops", 0, 0, 0, 0, 0, 0, 0, 0, 0).ackedToo(),
                Shape.of("w3 with work", 2, 5, 10),
                Shape.of("w3 with work", 2, 5, 10).ackedToo(),
                Shape.of("w1: nine words", 1, 3, 2).emitting(1, 9, 1),
                Shape.of("w1: nine words", 1, 3, 2).emitting(1, 9, 1).ackedToo(),
                Shape.of("w3 cut in the middle", 5, 5, 8, 8).cutBefore(2),
                Shape.of("w1 cut before the count", 1, 3, 5).emitting(1, 9, 1).cutBefore(2));
    }

    /**
     * Measures and simulates topologies, and prints a table.
     *
     * @param args none
     * @throws Exception if the engine rejects a topology
     */
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        List<Shape> all = new ArrayList<>(Costs.shapes());
        all.addAll(others());
        Map<Shape, Double> measured = measure(all);
        Costs costs = Costs.of(shape -> NS_PER_SEC / measured.getOrDefault(shape, Double.NaN));
        out.println(costs);
        out.printf(
                Locale.ROOT,
                "%-26s %12s %12s %7s%n",
                "topology",
                "measured/s",
                "simulated/s",
                "error");
        double worst = 0;
        for (Shape shape : others()) {
            double real = measured.getOrDefault(shape, Double.NaN);
            double simulated = Prediction.messagesPerSec(shape, costs);
            double error = simulated / real - 1;
            worst = Math.max(worst, Math.abs(error));
            out.printf(
                    Locale.ROOT,
                    "%-26s %,12.0f %,12.0f %+6.1f%%%n",
                    shape.name(),
                    real,
                    simulated,
                    100 * error);
        }
        out.printf(Locale.ROOT, "largest error %.1f%%%n", 100 * worst);
    }

    /**
     * Returns the best result of several rounds, because each shape needs one undisturbed round.
     */
    private static Map<Shape, Double> measure(List<Shape> shapes)
            throws InvalidTopologyException, InterruptedException {
        Map<Shape, Double> best = new HashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Shape shape : shapes) {
                double rate = EngineRun.messagesPerSec(shape, WARM_UP, MEASURED);
                best.merge(shape, rate, Math::max);
            }
        }
        return best;
    }
}
