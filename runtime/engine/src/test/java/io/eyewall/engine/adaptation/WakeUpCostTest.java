package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WakeUpCostTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final WakeUpCost wakeUps = new WakeUpCost();
    private final long[] busyNs = new long[3];
    private final long[] sleeps = new long[3];
    private long nowNs;

    WakeUpCostTest() {
        areForLittleAfter(0, 0, 0);
    }

    /** Lets a second pass in which three cores are busy and sleep as given. */
    private boolean areForLittleAfter(double busy, int firstTwoSleep, int thirdSleeps) {
        nowNs += SECOND_NS;
        List<CoreMetrics> cores = new ArrayList<>();
        for (int core = 0; core < busyNs.length; core++) {
            busyNs[core] += (long) (busy * SECOND_NS);
            sleeps[core] += core < 2 ? firstTwoSleep : thirdSleeps;
            cores.add(new CoreMetrics(core, 0, busyNs[core], sleeps[core]));
        }
        return wakeUps.isEvaluationDue(nowNs, cores);
    }

    @Test
    void reportsCoresWokenOftenForLittleWork() {
        assertThat(areForLittleAfter(0.2, 5_000, 0)).isTrue();
    }

    @Test
    void ignoresWorkThatNeedsAllCores() {
        assertThat(areForLittleAfter(0.3, 5_000, 0)).isFalse();
        assertThat(areForLittleAfter(0.3, 5_000, 5_000)).isTrue();
        assertThat(areForLittleAfter(0.6, 5_000, 5_000)).isFalse();
    }

    @Test
    void ignoresRareSleeps() {
        assertThat(areForLittleAfter(0.1, 1_000, 1_000)).isFalse();
    }

    @Test
    void limitsEvaluationsOfAPersistentCondition() {
        int looks = 0;
        for (int i = 0; i < 20; i++) {
            looks += areForLittleAfter(0.1, 5_000, 0) ? 1 : 0;
        }
        assertThat(looks).isEqualTo(8);

        areForLittleAfter(1, 0, 0);
        assertThat(areForLittleAfter(0.1, 5_000, 0)).isTrue();
    }

    @Test
    void countsTheWakeUpsOfTheCoreThatSleepsLeast() {
        CoreMetrics often = new CoreMetrics(0, 1, SECOND_NS, 40_000);
        CoreMetrics rarer = new CoreMetrics(1, 1, SECOND_NS, 20_000);
        CoreMetrics parked = new CoreMetrics(2, 1, 0, 0);

        assertThat(WakeUpCost.leastWakeUpsPerSec(List.of(often, rarer, parked), 2 * SECOND_NS))
                .isEqualTo(10_000);
        assertThat(WakeUpCost.leastWakeUpsPerSec(List.of(), SECOND_NS)).isZero();
    }
}
