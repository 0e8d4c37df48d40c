package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestartDelayTest {
    private static final Duration SHORT = Duration.ofMillis(10);

    private final RestartDelay delay =
            new RestartDelay(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMinutes(1));

    @Test
    void doublesUpToALimit() {
        assertThat(delay.delayAfterCrash(SHORT)).isEqualTo(Duration.ZERO);
        assertThat(delay.delayAfterCrash(SHORT)).isEqualTo(Duration.ofSeconds(1));
        assertThat(delay.delayAfterCrash(SHORT)).isEqualTo(Duration.ofSeconds(2));
        assertThat(delay.delayAfterCrash(SHORT)).isEqualTo(Duration.ofSeconds(4));
        for (int i = 0; i < 100; i++) {
            assertThat(delay.delayAfterCrash(SHORT)).isEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void beginsAnewAfterAProcessThatRanForLong() {
        delay.delayAfterCrash(SHORT);
        delay.delayAfterCrash(SHORT);
        assertThat(delay.delayAfterCrash(Duration.ofMinutes(1))).isEqualTo(Duration.ZERO);
        assertThat(delay.crashesInARow()).isEqualTo(1);
        assertThat(delay.delayAfterCrash(SHORT)).isEqualTo(Duration.ofSeconds(1));
    }
}
