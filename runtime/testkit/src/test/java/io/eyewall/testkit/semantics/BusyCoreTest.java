package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.testkit.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Checks when a core counts as busy, so that shuffles trade latency for throughput. */
class BusyCoreTest {
    private final VirtualClock clock = VirtualClock.startingAt(Instant.EPOCH.plusSeconds(1));
    private final Core core = Core.create(1, 4, 4, clock).get(0);

    BusyCoreTest() {
        core.driveByCaller();
    }

    private void work() {
        core.submit(() -> {});
        assertThat(core.step()).isEqualTo(1);
    }

    private void workForMs(int count) {
        for (int ms = 0; ms < count; ms++) {
            work();
            assertThat(core.step()).as("an idle moment").isZero();
            work();
            clock.advance(Duration.ofMillis(1));
        }
    }

    @Test
    void isBusyAfterTenMillisecondsWithHardlyAnyIdleTime() {
        workForMs(9);
        work();
        assertThat(core.isBusy()).isFalse();
        clock.advance(Duration.ofMillis(1));
        work();
        assertThat(core.isBusy()).isTrue();
        assertThat(core.isBusySeenFromOutside()).isTrue();
    }

    @Test
    void isNotBusyAfterAQuarterOfTheTimeWasIdle() {
        workForMs(11);
        for (int ms = 0; ms < 3; ms++) {
            assertThat(core.step()).isZero();
            clock.advance(Duration.ofMillis(1));
        }
        workForMs(8);
        work();
        assertThat(core.isBusy()).isFalse();
        assertThat(core.isBusySeenFromOutside()).isFalse();
    }

    @Test
    void isNotBusyAfterASleepBeforeItsWork() {
        work();
        assertThat(core.step()).isZero();
        clock.advance(Duration.ofSeconds(1));
        work();
        work();
        assertThat(core.isBusy()).isFalse();
        assertThat(core.isBusySeenFromOutside()).isFalse();
    }

    @Test
    void isNotBusyInItsFirstStep() {
        work();
        assertThat(core.isBusy()).isFalse();
    }
}
