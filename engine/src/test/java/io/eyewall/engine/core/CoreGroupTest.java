package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cores with threads, and nobody there. */
@Timeout(60)
class CoreGroupTest {
    private static final String THREAD = "eyewall-core-0";

    private final List<Core> cores = Core.create(2, 128, 32, Clock.SYSTEM);
    private final CoreGroup group =
            new CoreGroup(cores, 20_000, 0, 10_000_000, (core, defect) -> {});

    @BeforeEach
    void start() {
        group.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        group.stop();
    }

    private Thread thread() {
        return cores.get(0).driver().thread();
    }

    /** Sleeps without a limit, so that nothing but work can wake it. */
    private boolean isParked() {
        return thread().getState() == Thread.State.WAITING;
    }

    @Test
    void aCoreWithoutWorkSleepsUntilSomebodyHasSome() throws Exception {
        Engines.until("parked", this::isParked);

        CountDownLatch ran = new CountDownLatch(1);
        cores.get(0).submit(ran::countDown);

        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        Engines.until("parked again", this::isParked);
        assertThat(cores.get(0).metrics().sleeps()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aCoreWithATimerSleepsUntilThen() {
        CountDownLatch ran = new CountDownLatch(1);
        Core core = cores.get(0);
        core.submit(() -> core.timers().at(core.nowNs() + 1_000_000, ran::countDown));

        Engines.until("the timer ran", () -> ran.getCount() == 0);
        Engines.until("parked", this::isParked);
    }

    @Test
    void aSleepingCoreCanBeStopped() throws Exception {
        Engines.until("parked", this::isParked);
        Thread thread = thread();

        group.stop();

        assertThat(thread.getName()).isEqualTo(THREAD);
        assertThat(thread.isAlive()).isFalse();
    }
}
