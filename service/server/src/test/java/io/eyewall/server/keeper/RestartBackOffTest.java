package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestartBackOffTest {
    private static final Duration SHORT = Duration.ofMillis(10);

    private final RestartBackOff backOff =
            new RestartBackOff(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMinutes(1));

    @Test
    void doublesUpToALimit() {
        assertThat(backOff.afterCrash(SHORT)).isEqualTo(Duration.ZERO);
        assertThat(backOff.afterCrash(SHORT)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backOff.afterCrash(SHORT)).isEqualTo(Duration.ofSeconds(2));
        assertThat(backOff.afterCrash(SHORT)).isEqualTo(Duration.ofSeconds(4));
        for (int i = 0; i < 100; i++) {
            assertThat(backOff.afterCrash(SHORT)).isEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void beginsAnewAfterAProcessThatRanForLong() {
        backOff.afterCrash(SHORT);
        backOff.afterCrash(SHORT);
        assertThat(backOff.afterCrash(Duration.ofMinutes(1))).isEqualTo(Duration.ZERO);
        assertThat(backOff.crashes()).isEqualTo(1);
        assertThat(backOff.afterCrash(SHORT)).isEqualTo(Duration.ofSeconds(1));
    }
}
