package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests a sequence of evaluations, whatever their period. Twelve executors on four cores use one
 * core under low load, and all cores during a burst.
 */
class ElasticCoresTest {
    private static final PlacementAlgorithm AFFINITY = Algorithms.onClassPath().get("affinity");
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final int CORES = 4;
    private static final int EXECUTORS = 12;
    private static final double IDLE = 0.005;
    private static final double BURST = 0.25;

    private static final CostTree TREE = CoreTree.flat(CORES);

    private final CoreAdviser adviser = new CoreAdviser(TREE);
    private final int[] cores = new int[EXECUTORS];
    private final double[] callNs = new double[EXECUTORS];
    private final long[] busyNs = new long[CORES];
    private long nowNs;

    private static ExecutorId id(int executor) {
        return new ExecutorId("t", "c" + executor, executor, executor);
    }

    private long coresInUse() {
        return Arrays.stream(cores).distinct().count();
    }

    private CounterSnapshot read() {
        List<ExecutorCounters> executors = new ArrayList<>();
        for (int i = 0; i < EXECUTORS; i++) {
            executors.add(
                    new ExecutorCounters(
                            id(i),
                            cores[i],
                            false,
                            false,
                            callNs[i],
                            new HashMap<>(),
                            Map.of(),
                            Map.of()));
        }
        List<Long> busy = Arrays.stream(busyNs).boxed().toList();
        return new CounterSnapshot(nowNs, busy, executors);
    }

    /**
     * Lets a period pass in which each executor wants this share of a core, and applies the advice.
     */
    private void pass(double wanted) {
        CounterSnapshot before = read();
        double[] byCore = new double[CORES];
        for (int core : cores) {
            byCore[core] += wanted;
        }
        for (int i = 0; i < EXECUTORS; i++) {
            callNs[i] += wanted / Math.max(1, byCore[cores[i]]) * PERIOD.toNanos();
        }
        for (int core = 0; core < CORES; core++) {
            busyNs[core] += (long) (Math.min(1, byCore[core]) * PERIOD.toNanos());
        }
        nowNs += PERIOD.toNanos();
        CounterSnapshot after = read();
        Snapshot window = LoadMeter.measure(TREE, before, after).orElseThrow().snapshot();
        Parameters parameters = new Parameters(AFFINITY, Map.of());
        Advice advice = adviser.advise(AFFINITY, parameters, PERIOD, window, 0, after);
        if (advice.verdict().isAdopted()) {
            for (Plan.Move move : advice.plan().moves()) {
                cores[move.executor().firstTask()] = core(move.to());
            }
        }
    }

    private static int core(String place) {
        for (int core = 0; core < CORES; core++) {
            if (CoreAdviser.placeName(core).equals(place)) {
                return core;
            }
        }
        throw new AssertionError("no core is called " + place);
    }

    private int periodsUntil(long coresInUse, double wanted) {
        int periods = 0;
        while (coresInUse() != coresInUse) {
            assertThat(periods).as("periods with %d cores", coresInUse()).isLessThan(20);
            pass(wanted);
            periods++;
        }
        return periods;
    }

    @Test
    void usesOneCoreUnderLowLoadAndAllInABurst() {
        for (int i = 0; i < EXECUTORS; i++) {
            cores[i] = i % CORES; // as a parallel topology starts
        }

        assertThat(periodsUntil(1, IDLE)).isEqualTo(2);
        for (int i = 0; i < 10; i++) {
            pass(IDLE);
        }
        assertThat(coresInUse()).isEqualTo(1);

        // a full core hides how much it wants: with each change up to twice as many are used
        assertThat(periodsUntil(2, BURST)).isLessThanOrEqualTo(2);
        assertThat(periodsUntil(CORES, BURST)).isLessThanOrEqualTo(2);
        for (int i = 0; i < 10; i++) {
            pass(BURST);
        }
        assertThat(coresInUse()).isEqualTo(CORES);

        assertThat(periodsUntil(1, IDLE)).isLessThanOrEqualTo(4);
    }
}
