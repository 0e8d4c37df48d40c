package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An hour of constant load with noise: executors find their places and stay. Counters grow as they
 * would; an executor on a full core gets less than it wants.
 */
@Tag("more")
class StationaryLoadTest {
    private static final PlacementAlgorithm AFFINITY = Algorithms.onClassPath().get("affinity");
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final int PERIODS_PER_HOUR = 720;
    private static final int PERIODS_TO_SETTLE = 6;
    private static final double NOISE = 0.2;
    private static final double US_PER_TUPLE = 10;

    /** Shares of the load of three chains of a source and two bolts, by chain and position. */
    private static final double[][] PARTS = {
        {0.04, 0.2, 0.16}, {0.04, 0.11, 0.2}, {0.03, 0.15, 0.07}
    };

    private final int[][] cores = new int[PARTS.length][PARTS[0].length];
    private final double[][] callNs = new double[PARTS.length][PARTS[0].length];
    private final long[][] sent = new long[PARTS.length][PARTS[0].length];
    private final Long[] busyNs = {0L, 0L};
    private long nowNs;

    private static ExecutorId id(int chain, int place) {
        int task = 1 + chain * PARTS[0].length + place;
        return new ExecutorId("t", "c" + task, task, task);
    }

    /** Lets a period pass in which each executor wants its share of the load, with noise. */
    private void pass(double load, SplittableRandom random) {
        double[][] wanted = new double[PARTS.length][PARTS[0].length];
        double[] byCore = new double[busyNs.length];
        for (int chain = 0; chain < PARTS.length; chain++) {
            for (int place = 0; place < PARTS[chain].length; place++) {
                double noise = 1 - NOISE + 2 * NOISE * random.nextDouble();
                wanted[chain][place] = load * PARTS[chain][place] * noise;
                byCore[cores[chain][place]] += wanted[chain][place];
            }
        }
        for (int chain = 0; chain < PARTS.length; chain++) {
            for (int place = 0; place < PARTS[chain].length; place++) {
                double share = wanted[chain][place] / Math.max(1, byCore[cores[chain][place]]);
                callNs[chain][place] += share * PERIOD.toNanos();
                sent[chain][place] += Math.round(share * PERIOD.toNanos() / 1e3 / US_PER_TUPLE);
            }
        }
        for (int core = 0; core < busyNs.length; core++) {
            busyNs[core] += Math.round(Math.min(1, byCore[core]) * PERIOD.toNanos());
        }
        nowNs += PERIOD.toNanos();
    }

    private CounterSnapshot read() {
        List<ExecutorCounters> readings = new ArrayList<>();
        for (int chain = 0; chain < PARTS.length; chain++) {
            for (int place = 0; place < PARTS[chain].length; place++) {
                boolean isLast = place == PARTS[chain].length - 1;
                Map<ExecutorId, Long> receivers =
                        isLast ? Map.of() : Map.of(id(chain, place + 1), sent[chain][place]);
                readings.add(
                        new ExecutorCounters(
                                id(chain, place),
                                cores[chain][place],
                                false,
                                false,
                                callNs[chain][place],
                                new HashMap<>(),
                                Map.of(),
                                receivers));
            }
        }
        return new CounterSnapshot(nowNs, List.of(busyNs), readings);
    }

    private void move(Map<ExecutorId, String> places) {
        for (int chain = 0; chain < PARTS.length; chain++) {
            for (int place = 0; place < PARTS[chain].length; place++) {
                cores[chain][place] =
                        CoreAdviser.placeName(0).equals(places.get(id(chain, place))) ? 0 : 1;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0.05, 1", "0.3, 2", "0.6, 3", "0.9, 4", "1.1, 5", "1.4, 6", "1.6, 7", "4, 8"})
    void settlesAndStays(double load, long seed) {
        List<Integer> changes = anHour(load, seed);

        assertThat(changes).as("periods of changes").hasSizeLessThanOrEqualTo(2);
        assertThat(changes).allMatch(period -> period <= PERIODS_TO_SETTLE);
    }

    /** Noise fills a core now and then, and another plan would have been better afterwards. */
    @Test
    void movesRarelyOnAlmostFullCores() {
        assertThat(anHour(1.8, 7)).hasSizeLessThanOrEqualTo(10);
    }

    /** Returns the periods that ended with a change. */
    private List<Integer> anHour(double load, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CostTree tree = CoreTree.flat(busyNs.length);
        CoreAdviser adviser = new CoreAdviser(tree);
        Parameters parameters = new Parameters(AFFINITY, Map.of());
        List<Integer> changes = new ArrayList<>();
        CounterSnapshot before = read();

        for (int period = 1; period <= PERIODS_PER_HOUR; period++) {
            pass(load, random);
            CounterSnapshot after = read();
            Snapshot window = LoadMeter.measure(tree, before, after).orElseThrow().snapshot();
            Advice advice = adviser.advise(AFFINITY, parameters, PERIOD, window, 0, after);
            if (advice.verdict().isAdopted()) {
                changes.add(period);
                move(advice.plan().assignment());
            }
            before = read();
        }

        return changes;
    }
}
