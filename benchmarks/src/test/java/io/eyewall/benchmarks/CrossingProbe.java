package io.eyewall.benchmarks;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.metrics.CoreMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.storm.generated.InvalidTopologyException;

/**
 * What does it cost at each end that a tuple goes to another core? The time in which cores had
 * something to do, per tuple of {@link EmitToExecute}, on two cores less that on one, halved: the
 * same time that placement by traffic explains by loads and crossings. Needs two free processors.
 */
public final class CrossingProbe {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int ROUNDS = 5;

    private CrossingProbe() {}

    /**
     * Nanoseconds of work per tuple.
     *
     * @param sender on the spout's core
     * @param receiver on the bolt's core; 0 if that is the same
     */
    record Work(double sender, double receiver) {
        double sum() {
            return sender + receiver;
        }
    }

    /** Prints a line per round: {@code [seconds of warm-up and of each window]}. */
    public static void main(String[] args) throws Exception {
        Duration window = Duration.ofSeconds(args.length == 0 ? 3 : Long.parseLong(args[0]));
        List<Double> each = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Work same = measure(true, window);
            Work other = measure(false, window);
            double atEachEnd = (other.sum() - same.sum()) / 2;
            each.add(atEachEnd);
            System.out.printf(
                    Locale.ROOT,
                    "one core %.1f ns; two cores: sender %.1f, receiver %.1f; so at each end %.1f%n",
                    same.sum(),
                    other.sender(),
                    other.receiver(),
                    atEachEnd);
        }
        System.out.printf(
                Locale.ROOT, "median %.1f%n", each.stream().sorted().toList().get(ROUNDS / 2));
    }

    static Work measure(boolean sameCore, Duration window)
            throws InvalidTopologyException, InterruptedException {
        EmitToExecute shape = new EmitToExecute(sameCore, false);
        try (Engine engine = Engine.start(EngineSettings.from(shape.daemonConf()))) {
            RunningTopology topology =
                    engine.submit(
                            shape.plan(), SubmitSettings.of(CrossingProbe.class.getClassLoader()));
            if (!topology.awaitStarted(LIMIT)) {
                throw new IllegalStateException(topology + " did not start within " + LIMIT);
            }
            Thread.sleep(window.toMillis());
            final long tuplesBefore = EmitToExecute.executed();
            final List<CoreMetrics> before = topology.metrics().cores();
            Thread.sleep(window.toMillis());
            final List<CoreMetrics> after = topology.metrics().cores();
            double tuples = EmitToExecute.executed() - tuplesBefore;
            topology.failure()
                    .ifPresent(
                            failure -> {
                                throw new IllegalStateException(failure.describe());
                            });
            double[] busyNs = new double[2];
            for (CoreMetrics core : after) {
                busyNs[core.core()] = core.since(before.get(core.core())).busyNs();
            }
            return new Work(busyNs[0] / tuples, busyNs[1] / tuples);
        }
    }
}
