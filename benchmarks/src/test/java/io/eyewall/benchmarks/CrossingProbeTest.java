package io.eyewall.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** That both shapes are measured, not what comes out. */
class CrossingProbeTest {
    private static final Duration MOMENT = Duration.ofMillis(100);

    @Test
    void onlyTwoCoresHaveAReceiverOfItsOwn() throws Exception {
        assertThat(CrossingProbe.measure(true, MOMENT).receiver()).isZero();
        assertThat(CrossingProbe.measure(true, MOMENT).sender()).isPositive();
        assertThat(CrossingProbe.measure(false, MOMENT).receiver()).isPositive();
    }
}
