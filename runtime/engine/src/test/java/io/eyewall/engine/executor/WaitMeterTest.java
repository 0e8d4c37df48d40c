package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A component whose executors are found waiting in some samples, 2.5 ms apart. */
class WaitMeterTest {
    private static final long SAMPLE_NS = 2_500_000;

    private final WaitMeter meter = new WaitMeter();
    private long nowNs = 1;

    /**
     * Adds a wait at every {@code everySamples}-th sample.
     *
     * @param executed number of tuples between two such samples
     * @return the number of milliseconds until the waits are worth threads, or -1 if they are not
     *     within a minute
     */
    private long msUntilEnough(int everySamples, long executed) {
        long beganNs = nowNs;
        while (nowNs - beganNs < 60_000_000_000L) {
            nowNs += everySamples * SAMPLE_NS;
            if (meter.addSample(nowNs, SAMPLE_NS, executed)) {
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

    /** On a core that sleeps most of the time, samples are rare and stand for longer. */
    @Test
    void oneThatIsSampledSeldomIsFoundAfterAFewSamples() {
        int seen = 0;
        boolean found = false;
        while (!found) {
            nowNs += 280_000_000;
            found = meter.addSample(nowNs, 40_000_000, 10);
            seen++;
        }
        assertThat(seen).isEqualTo(4);
    }

    @Test
    void aSingleSampleDecidesNothing() {
        for (int i = 0; i < 100; i++) {
            nowNs += 3_000_000_000L;
            assertThat(meter.addSample(nowNs, 40_000_000, 10)).isFalse();
        }
    }

    @Test
    void whatACoreCanSpareIsForgotten() {
        assertThat(msUntilEnough(51, 1)).isEqualTo(-1);
    }

    @Test
    void waitsThatAreShorterThanAHandOverStay() {
        assertThat(msUntilEnough(1, SAMPLE_NS / 10_000)).isEqualTo(-1);
        assertThat(msUntilEnough(1, SAMPLE_NS / 100_000)).isPositive();
    }

    @Test
    void itIsNotTheTimeBeforeThatCounts() {
        meter.addSample(nowNs, SAMPLE_NS, 1_000_000_000);

        assertThat(msUntilEnough(1, 10)).isBetween(1L, 15L);
    }
}
