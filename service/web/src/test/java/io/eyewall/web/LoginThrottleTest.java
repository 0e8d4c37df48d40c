package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
    @Test
    void aWrongTokenTakesASecondAndARightOneNone() {
        List<Long> pauses = new ArrayList<>();
        LoginThrottle throttle = new LoginThrottle(pauses::add);

        assertThat(throttle.tryBegin()).isTrue();
        throttle.end(false);
        assertThat(pauses).isEmpty();

        assertThat(throttle.tryBegin()).isTrue();
        throttle.end(true);
        assertThat(pauses).containsExactly(1_000L);
    }

    @Test
    void aFewAreLookedAtAtTheSameTime() {
        LoginThrottle throttle = new LoginThrottle(ms -> {});
        for (int i = 0; i < 4; i++) {
            assertThat(throttle.tryBegin()).isTrue();
        }

        assertThat(throttle.tryBegin()).isFalse();
        throttle.end(true);
        assertThat(throttle.tryBegin()).isTrue();
    }
}
