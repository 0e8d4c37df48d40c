package io.eyewall.placement.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.advice.Advice.Verdict;
import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the adviser in simulated time: windows of five seconds, on four cores. */
class AdviserTest {
    private static final double PERIOD_SEC = 5;
    private static final int LOOKS_PER_HOUR = 720;
    private static final Algorithms ALGORITHMS = Algorithms.onClassPath();

    private final Map<ExecutorId, String> places = new HashMap<>();
    private final Adviser adviser = adviser("affinity");
    private long nowNs;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void doesNotOscillateInAnHourOfNoise(long seed) {
        // given loads and traffic that vary by 20% from window to window
        SplittableRandom random = new SplittableRandom(seed);
        int changes = 0;
        for (int i = 0; i < LOOKS_PER_HOUR; i++) {
            Advice advice = evaluate(pairs(0.25, 100_000, 1_000, random));
            changes += advice.verdict().isAdopted() ? 1 : 0;
        }

        // then the first placement is the last, but for one correction
        assertThat(changes).isBetween(1, 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void doesNotOscillateWhereEveryCoreIsFull(long seed) {
        // given twice as much load as the cores may take
        SplittableRandom random = new SplittableRandom(seed);
        int changes = 0;
        for (int i = 0; i < LOOKS_PER_HOUR; i++) {
            changes += evaluate(pairs(0.8, 100_000, 1_000, random)).verdict().isAdopted() ? 1 : 0;
        }

        assertThat(changes).isBetween(1, 4);
    }

    @Test
    void followsAChangeOfTheTrafficWithinTwoPeriods() {
        // given executors i and i + 4 exchange much
        for (int i = 0; i < 12; i++) {
            evaluate(pairs(0.3, 200_000, 1_000, new SplittableRandom(0)));
        }
        assertThat(crossing(0)).isZero();

        // when executors i and (i + 1) + 4 do
        SplittableRandom random = new SplittableRandom(0);
        evaluate(pairs(0.3, 1_000, 200_000, random));
        Advice second = evaluate(pairs(0.3, 1_000, 200_000, random));

        // then
        assertThat(second.verdict().isAdopted()).as(second.reason()).isTrue();
        assertThat(crossing(1)).isZero();
    }

    @Test
    void relievesAnOverloadAtOnce() {
        for (ExecutorId executor : executors()) {
            places.put(executor, "core-0");
        }

        Advice advice = evaluate(pairs(0.3, 100_000, 1_000, new SplittableRandom(0)));

        assertThat(advice.verdict()).isEqualTo(Verdict.ADOPT_AT_ONCE);
        assertThat(advice.reason()).contains("overload: limits are exceeded by up to");
        assertThat(advice.plan().score().violation()).isZero();
    }

    @Test
    void aSmallOverloadIsNamedAsTheReasonNotWhatItCostsToRelieveIt() {
        // given eight executors on one core, which together need a tenth more than it may give
        executors().forEach(executor -> places.put(executor, "core-0"));
        double each = 1.1 * 0.8 / executors().size();
        List<ExecutorLoad> loads =
                executors().stream().map(e -> new ExecutorLoad(e, each, 0)).toList();
        List<Traffic> traffic =
                List.of(new Traffic(executors().get(0), executors().get(4), 100_000, 0));

        evaluate(new Snapshot(loads, traffic));
        Advice advice = evaluate(new Snapshot(loads, traffic));

        assertThat(advice.verdict()).isEqualTo(Verdict.ADOPT);
        assertThat(advice.reason())
                .isEqualTo(
                        "limits are exceeded by up to 10%, with the plan by 0%; better in 2"
                                + " consecutive windows");
    }

    @Test
    void waitsForASecondWindowAndForTheCoolDown() {
        SplittableRandom random = new SplittableRandom(0);
        evaluate(pairs(0.3, 200_000, 1_000, random));

        assertThat(evaluate(pairs(0.3, 1_000, 200_000, random)).verdict().isAdopted()).isFalse();
        assertThat(evaluate(pairs(0.3, 1_000, 200_000, random)).verdict())
                .isEqualTo(Verdict.WAIT_FOR_COOL_DOWN);
        assertThat(evaluate(pairs(0.3, 1_000, 200_000, random)).verdict()).isEqualTo(Verdict.ADOPT);
    }

    @Test
    void parksCoresWhenTheLoadGoesAndWakesThemWhenItComes() {
        SplittableRandom random = new SplittableRandom(0);
        for (int i = 0; i < 10; i++) {
            evaluate(pairs(0.005, 100, 1, random));
        }
        assertThat(Set.copyOf(places.values())).hasSize(1);

        for (int i = 0; i < 10; i++) {
            evaluate(pairs(0.35, 100_000, 1_000, random));
        }

        assertThat(Set.copyOf(places.values())).hasSize(4);
    }

    @Test
    void swapsAlgorithmsWhileInUse() {
        SplittableRandom random = new SplittableRandom(0);
        evaluate(pairs(0.3, 100_000, 1_000, random));

        adviser.use(settings("round-robin"));
        Advice advice = evaluate(pairs(0.3, 100_000, 1_000, random));

        assertThat(advice.plan().algorithm()).startsWith("round-robin");
        assertThat(advice.verdict()).isEqualTo(Verdict.KEEP);
    }

    @Test
    void thePlanExplainsItself() {
        Advice advice = evaluate(pairs(0.3, 100_000, 1_000, new SplittableRandom(0)));

        assertThat(advice.plan().explain())
                .contains("algorithm   affinity{restarts=3.0, trials=2000.0}")
                .contains("limits      kept")
                .contains("PROCESS")
                .contains("load        core-0: 2 executors");
        double parts =
                advice.plan().traffic().values().stream()
                                .mapToDouble(Plan.LevelCost::nsPerSec)
                                .sum()
                        + advice.plan().balanceNsPerSec()
                        + advice.plan().openNsPerSec();
        assertThat(advice.plan().score().costNsPerSec())
                .isCloseTo(parts, Percentage.withPercentage(1e-6));
    }

    /** Evaluates one window and makes the moves of an adopted plan. */
    private Advice evaluate(Snapshot window) {
        nowNs += Math.round(PERIOD_SEC * 1e9);
        Advice advice = adviser.evaluate(nowNs, window, places);
        if (advice.verdict().isAdopted()) {
            places.putAll(advice.plan().assignment());
        }
        return advice;
    }

    /**
     * Returns how many of the four pairs of a source and the sink {@code shift} further are on
     * different cores.
     */
    private long crossing(int shift) {
        List<ExecutorId> all = executors();
        return IntStream.range(0, 4)
                .filter(
                        i -> {
                            String source = places.get(all.get(i));
                            String sink = places.get(all.get(4 + (i + shift) % 4));
                            return !Objects.equals(source, sink);
                        })
                .count();
    }

    private static List<ExecutorId> executors() {
        List<ExecutorId> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(new ExecutorId("t", i < 4 ? "source" : "sink", i + 1, i + 1));
        }
        return all;
    }

    /**
     * Returns a window in which source i sends {@code own} tuples/s to sink i and {@code next} to
     * sink i + 1; with noise.
     */
    private static Snapshot pairs(double cores, double own, double next, SplittableRandom random) {
        List<ExecutorId> all = executors();
        List<ExecutorLoad> loads = new ArrayList<>();
        List<Traffic> traffic = new ArrayList<>();
        for (ExecutorId executor : all) {
            loads.add(new ExecutorLoad(executor, cores * noise(random), 0));
        }
        for (int i = 0; i < 4; i++) {
            double ownRate = own * noise(random);
            double nextRate = next * noise(random);
            traffic.add(new Traffic(all.get(i), all.get(4 + i), ownRate, 50 * ownRate));
            traffic.add(new Traffic(all.get(i), all.get(4 + (i + 1) % 4), nextRate, 50 * nextRate));
        }
        return new Snapshot(loads, traffic);
    }

    private static double noise(SplittableRandom random) {
        return 0.8 + 0.4 * random.nextDouble();
    }

    private static Adviser adviser(String algorithm) {
        return new Adviser(CostTree.machine(4, Crossings.typical()), settings(algorithm), 0.5);
    }

    private static AdviserSettings settings(String name) {
        PlacementAlgorithm algorithm = ALGORITHMS.get(name);
        return new AdviserSettings(
                algorithm,
                new Parameters(
                        algorithm, name.equals("affinity") ? Map.of("trials", 2_000.0) : Map.of()),
                1,
                Rules.machine(),
                Weights.machine(),
                AdoptionRules.DEFAULT);
    }
}
