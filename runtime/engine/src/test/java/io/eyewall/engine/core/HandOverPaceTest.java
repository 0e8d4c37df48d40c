package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandOverPaceTest {
    private final HandOverPace pace = new HandOverPace();
    private long nowNs = 1_000_000;
    private int looks;

    /** Makes calls of one length; returns how many times something was handed over. */
    private int handedOver(int calls, long callNs) {
        int times = 0;
        for (int i = 0; i < calls; i++) {
            nowNs += callNs;
            if (pace.isCheckDue()) {
                looks++;
                times += pace.isHandOverDue(nowNs) ? 1 : 0;
            }
        }
        return times;
    }

    @Test
    void handsOverAfterEveryLongCall() {
        pace.beginStep(nowNs);

        assertThat(handedOver(10, 80_000)).isEqualTo(10);
    }

    @Test
    void handsOverEveryFiftyMicrosecondsOfShorterCalls() {
        pace.beginStep(nowNs);

        assertThat(handedOver(1_000, 10_000)).isBetween(150, 200);
    }

    @Test
    void checksSeldomWhereCallsAreLight() {
        pace.beginStep(nowNs);

        assertThat(handedOver(64_000, 60)).isBetween(60, 77); // 3.84 ms
        assertThat(looks).isLessThan(1_000 + 10);
    }

    @Test
    void handsOverNothingInAShortStep() {
        for (int step = 0; step < 100; step++) {
            pace.beginStep(nowNs);
            assertThat(handedOver(3, 10_000)).isZero();
        }
    }

    @Test
    void adaptsToCallsThatBecomeLong() {
        pace.beginStep(nowNs);
        handedOver(10_000, 60);

        pace.beginStep(nowNs);
        handedOver(64, 100_000); // the first check comes too late
        assertThat(handedOver(20, 100_000)).isEqualTo(20);
    }
}
