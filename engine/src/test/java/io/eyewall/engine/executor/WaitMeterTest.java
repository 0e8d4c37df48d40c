package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A component whose executors are found waiting at some looks, 2.5 ms apart. */
class WaitMeterTest {
    private static final long LOOK_NS = 2_500_000;

    private final WaitMeter meter = new WaitMeter();
    private long nowNs = 1;

    /**
     * Finds it waiting at every so many looks.
     *
     * @param executed tuples between two such looks
     * @return after how many milliseconds it is enough, or -1 if it is not within a minute
     */
    private long msUntilEnough(int everyLooks, long executed) {
        long beganNs = nowNs;
        while (nowNs - beganNs < 60_000_000_000L) {
            nowNs += everyLooks * LOOK_NS;
            if (meter.add(nowNs, LOOK_NS, executed)) {
                return (nowNs - beganNs) / 1_000_000;
            }
        }
        return -1;
    }

    @Test
    void oneThatWaitsAllTheTimeIsFoundAtOnce() {
        assertThat(msUntilEnough(1, 10)).isBetween(1L, 15L);
    }

    @Test
    void oneThatWaitsForATenthOfTheTimeIsFoundSoon() {
        assertThat(msUntilEnough(10, 10)).isBetween(50L, 150L);
    }

    @Test
    void whatACoreCanSpareIsForgotten() {
        assertThat(msUntilEnough(51, 1)).isEqualTo(-1);
    }

    @Test
    void waitsThatAreShorterThanAHandOverStay() {
        assertThat(msUntilEnough(1, LOOK_NS / 10_000)).isEqualTo(-1);
        assertThat(msUntilEnough(1, LOOK_NS / 100_000)).isPositive();
    }

    @Test
    void itIsNotTheTimeBeforeThatCounts() {
        meter.add(nowNs, LOOK_NS, 1_000_000_000);

        assertThat(msUntilEnough(1, 10)).isBetween(1L, 15L);
    }
}
