package io.eyewall.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedLoginLogTest {
    private final List<String> lines = new ArrayList<>();
    private final AtomicLong clockNs = new AtomicLong(Long.MAX_VALUE - 1);
    private final FailedLoginLog failed = new FailedLoginLog(clockNs::get, lines::add);

    @Test
    void aFloodOfThemIsALineASecond() {
        for (int i = 0; i < 2_500; i++) {
            failed.onFailure("/10.0.0." + i % 7 + ":5000", "wrong password");
            clockNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        }

        assertThat(lines)
                .containsExactly(
                        "login of /10.0.0.0:5000 failed: wrong password",
                        "login of /10.0.0.6:5000 failed: wrong password; 999 more since the last"
                                + " such line",
                        "login of /10.0.0.5:5000 failed: wrong password; 999 more since the last"
                                + " such line");
    }
}
