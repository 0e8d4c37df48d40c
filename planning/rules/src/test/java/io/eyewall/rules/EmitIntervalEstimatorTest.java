package io.eyewall.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmitIntervalEstimatorTest {
    private static final long STORM_DELAY_NS = 1_000_000;

    private final EmitIntervalEstimator estimator = new EmitIntervalEstimator();
    private long nowNs = 7_000_000_000L;

    private void emitEvery(long gapNs, int times) {
        for (int i = 0; i < times; i++) {
            nowNs += gapNs;
            estimator.onEmit(nowNs, 1);
        }
    }

    private long delayAfter(long silentNs) {
        return estimator.delayNs(nowNs + silentNs, STORM_DELAY_NS);
    }

    @Test
    void waitsAsStormBeforeTheFirstEmit() {
        assertThat(delayAfter(0)).isEqualTo(STORM_DELAY_NS);
        assertThat(delayAfter(100_000_000)).isEqualTo(STORM_DELAY_NS);
    }

    @Test
    void looksTwiceBetweenTwoEmitsAtUnevenIntervals() {
        for (int i = 0; i < 100; i++) {
            emitEvery(50_000, 1);
            emitEvery(950_000, 1);
        }

        assertThat(delayAfter(0)).isBetween(220_000L, 280_000L);
    }

    @Test
    void looksJustBeforeTheNextIsDueAndSoonAgain() {
        emitEvery(320_000, 100);

        assertThat(delayAfter(20_000)).isBetween(255_000L, 265_000L);
        assertThat(delayAfter(310_000)).isEqualTo(100_000);
        assertThat(delayAfter(350_000)).isEqualTo(175_000);
    }

    /** One sleep serves several tuples, because a sleep costs more than the tuples do. */
    @Test
    void doesNotSleepForEachTupleOfAFastSource() {
        emitEvery(10_000, 100);

        for (int silentNs : new int[] {0, 2_000, 7_000, 15_000}) {
            assertThat(delayAfter(silentNs)).isEqualTo(150_000);
        }
    }

    /**
     * A source with a tuple every 400 us; every sleep ends 15 us late, and some end 300 us late.
     */
    @Test
    void followsAnEvenSourceWithHardlyMoreThanOneLookForEachTuple() {
        long dueNs = nowNs;
        long waitedNs = 0;
        int emitted = 0;
        int looks = 0;
        while (emitted < 10_000) {
            looks++;
            int calls = 0;
            for (; dueNs <= nowNs; dueNs += 400_000) {
                waitedNs += nowNs - dueNs;
                calls++;
            }
            if (calls > 0) {
                estimator.onEmit(nowNs, calls);
                emitted += calls;
            }
            nowNs += 5_000; // duration of the slice
            nowNs +=
                    estimator.delayNs(nowNs, STORM_DELAY_NS)
                            + (looks % 100 == 0 ? 300_000 : 15_000);
        }

        assertThat((double) looks / emitted).isBetween(1.0, 1.2);
        assertThat(waitedNs / emitted).isBetween(20_000L, 90_000L);
    }

    @Test
    void countsAllThatOneLateLookFinds() {
        emitEvery(400_000, 100);
        nowNs += 1_600_000;
        estimator.onEmit(nowNs, 4);

        assertThat(delayAfter(0)).isBetween(340_000L, 360_000L);
    }

    @Test
    void looksLessOftenTheLongerNothingComes() {
        emitEvery(300_000, 100);

        assertThat(delayAfter(900_000)).isEqualTo(450_000);
        assertThat(delayAfter(9_000_000)).isEqualTo(STORM_DELAY_NS);
        assertThat(delayAfter(600_000_000)).isEqualTo(3 * STORM_DELAY_NS);
        assertThat(delayAfter(3_000_000_000L)).isEqualTo(15 * STORM_DELAY_NS);
        assertThat(delayAfter(60_000_000_000L)).isEqualTo(100 * STORM_DELAY_NS);
    }

    @Test
    void neverHurriesSoMuchThatItOnlyLooks() {
        emitEvery(1_000, 100);

        assertThat(delayAfter(0)).isEqualTo(150_000);
    }

    @Test
    void waitsNoLongerThanStormForASlowSource() {
        emitEvery(10_000_000, 100);

        assertThat(delayAfter(9_000_000)).isEqualTo(STORM_DELAY_NS);
    }
}
