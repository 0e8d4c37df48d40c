package io.eyewall.toolkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProcessingTimeTest {
    private static final long START_MS = Instant.parse("2026-11-28T12:00:00Z").toEpochMilli();

    private long monotonicMs = START_MS;

    @Test
    void startsAtTheWallClockAndFollowsTheMonotonicClock() {
        try (SteppedClocks clocks = new SteppedClocks(() -> monotonicMs)) {
            assertThat(ProcessingTime.nowMs()).isEqualTo(START_MS);
            clocks.setWallClock(Duration.ofHours(-1));
            monotonicMs += 5;
            assertThat(ProcessingTime.nowMs()).isEqualTo(START_MS + 5);
            clocks.setWallClock(Duration.ofHours(1));
            monotonicMs += 5;
            assertThat(ProcessingTime.nowMs()).isEqualTo(START_MS + 10);
        }
    }

    @Test
    void followsStormsSimulatedTime() {
        Instant simulated = Instant.ofEpochMilli(1_000);
        try (VirtualClock clock = VirtualClock.sharedWithStorm(simulated)) {
            clock.advance(Duration.ofMillis(234));
            assertThat(ProcessingTime.nowMs()).isEqualTo(1_234);
        }
        assertThat(ProcessingTime.nowMs()).isGreaterThan(START_MS / 2);
    }
}
