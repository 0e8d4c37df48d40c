package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BurstDetectorTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final BurstDetector bursts = new BurstDetector();
    private final long[] busyNs = new long[2];
    private long nowNs;

    BurstDetectorTest() {
        isUrgentAfter(0, 0);
    }

    /** Lets a second pass in which the cores are busy for these shares. */
    private boolean isUrgentAfter(double first, double second) {
        nowNs += SECOND_NS;
        busyNs[0] += (long) (first * SECOND_NS);
        busyNs[1] += (long) (second * SECOND_NS);
        List<CoreMetrics> cores = new ArrayList<>();
        for (int core = 0; core < busyNs.length; core++) {
            cores.add(new CoreMetrics(core, 0, busyNs[core], 0));
        }
        return bursts.isUrgent(nowNs, cores);
    }

    @Test
    void reportsAFullCoreBesideAnIdleOne() {
        assertThat(isUrgentAfter(0.1, 0)).isFalse();
        assertThat(isUrgentAfter(0.6, 0)).isFalse();
        assertThat(isUrgentAfter(1, 0.1)).isTrue();
    }

    @Test
    void ignoresAnEngineWithAllCoresFull() {
        assertThat(isUrgentAfter(1, 0.9)).isFalse();
    }

    @Test
    void limitsEvaluationsOfAPersistentBurst() {
        List<Boolean> urgent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            urgent.add(isUrgentAfter(1, 0));
        }
        assertThat(urgent.subList(0, 8)).containsOnly(true);
        assertThat(urgent.subList(8, 20)).containsOnly(false);

        bursts.onMoved();
        assertThat(isUrgentAfter(1, 0)).as("one change did not suffice").isTrue();
        assertThat(isUrgentAfter(0.5, 0)).isFalse();
        assertThat(isUrgentAfter(1, 0)).as("another burst").isTrue();
    }
}
