package io.eyewall.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Thrown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ThrottledFailureLogTest {
    private final ThrottledFailureLog attempts = new ThrottledFailureLog("something");

    @ParameterizedTest
    @EnumSource
    void catchesEveryThrowable(Thrown thrown) {
        assertThat(attempts.runLogged(thrown::raise)).isFalse();
        assertThat(attempts.runLogged(thrown::raise)).isFalse();
        assertThat(attempts.failures()).isEqualTo(2);
    }

    @Test
    void countsFailuresInARow() {
        attempts.runLogged(Thrown.ERROR::raise);

        assertThat(attempts.runLogged(() -> {})).isTrue();

        assertThat(attempts.failures()).isZero();
    }

    @Test
    void doesNotCountAnInterruptAsAFailure() {
        boolean done =
                attempts.runLogged(
                        () -> {
                            throw new InterruptedException("on purpose");
                        });

        assertThat(done).isFalse();
        assertThat(attempts.failures()).isZero();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
