package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpoutPaceTest {
    private static final long USUAL_NS = 1_000_000;

    private final SpoutPace pace = new SpoutPace();
    private long nowNs = 7_000_000_000L;

    private void emitEvery(long gapNs, int times) {
        for (int i = 0; i < times; i++) {
            nowNs += gapNs;
            pace.onEmit(nowNs);
        }
    }

    private long delayAfter(long silentNs) {
        return pace.delayNs(nowNs + silentNs, USUAL_NS);
    }

    @Test
    void waitsAsStormBeforeTheFirstEmit() {
        assertThat(delayAfter(0)).isEqualTo(USUAL_NS);
        assertThat(delayAfter(100_000_000)).isEqualTo(USUAL_NS);
    }

    @Test
    void looksTwiceBetweenTwoEmits() {
        emitEvery(300_000, 100);

        assertThat(delayAfter(0)).isBetween(145_000L, 150_000L);
    }

    @Test
    void looksLessOftenTheLongerNothingComes() {
        emitEvery(300_000, 100);

        assertThat(delayAfter(900_000)).isEqualTo(450_000);
        assertThat(delayAfter(9_000_000)).isEqualTo(USUAL_NS);
        assertThat(delayAfter(600_000_000)).isEqualTo(3 * USUAL_NS);
        assertThat(delayAfter(3_000_000_000L)).isEqualTo(15 * USUAL_NS);
        assertThat(delayAfter(60_000_000_000L)).isEqualTo(40 * USUAL_NS);
    }

    @Test
    void neverHurriesSoMuchThatItOnlyLooks() {
        emitEvery(1_000, 100);

        assertThat(delayAfter(0)).isEqualTo(50_000);
    }

    @Test
    void waitsNoLongerThanStormForASlowSource() {
        emitEvery(10_000_000, 100);

        assertThat(delayAfter(9_000_000)).isEqualTo(USUAL_NS);
    }
}
