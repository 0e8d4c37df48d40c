package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    void aWrongTokenIsLogged() {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            LoginThrottle throttle = new LoginThrottle(ms -> {});
            assertThat(throttle.tryBegin()).isTrue();
            throttle.end(false);
            assertThat(log.toString(StandardCharsets.UTF_8)).isEmpty();

            assertThat(throttle.tryBegin()).isTrue();
            throttle.end(true);
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("WARN", "a login with a wrong token at /login");
    }

    @Test
    void aFewAreLookedAtAtTheSameTime() {
        LoginThrottle throttle = new LoginThrottle(ms -> {});
        for (int i = 0; i < 2; i++) {
            assertThat(throttle.tryBegin()).isTrue();
        }

        assertThat(throttle.tryBegin()).isFalse();
        throttle.end(true);
        assertThat(throttle.tryBegin()).isTrue();
    }
}
