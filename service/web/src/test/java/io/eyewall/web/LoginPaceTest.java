package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoginPaceTest {
    @Test
    void aWrongTokenTakesASecondAndARightOneNone() {
        List<Long> pauses = new ArrayList<>();
        LoginPace pace = new LoginPace(pauses::add);

        assertThat(pace.enter()).isTrue();
        pace.leave(false);
        assertThat(pauses).isEmpty();

        assertThat(pace.enter()).isTrue();
        pace.leave(true);
        assertThat(pauses).containsExactly(1_000L);
    }

    @Test
    void aFewAreLookedAtAtTheSameTime() {
        LoginPace pace = new LoginPace(ms -> {});
        for (int i = 0; i < 4; i++) {
            assertThat(pace.enter()).isTrue();
        }

        assertThat(pace.enter()).isFalse();
        pace.leave(true);
        assertThat(pace.enter()).isTrue();
    }
}
