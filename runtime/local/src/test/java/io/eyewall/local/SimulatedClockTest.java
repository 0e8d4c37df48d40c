package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SimulatedClockTest {
    private static final long MACHINE_NS = 1_000_000_000_000L;
    private static final long SIMULATED_NS = 5;

    @Test
    void standsStillWhenTheSimulationEndsWhileItLooks() {
        AtomicBoolean simulating = new AtomicBoolean(true);
        AtomicBoolean ending = new AtomicBoolean();
        SimulatedClock clock =
                new SimulatedClock(
                        simulating::get,
                        () -> {
                            if (ending.get()) {
                                simulating.set(false); // by another thread, just before the look
                            }
                            return simulating.get() ? SIMULATED_NS : MACHINE_NS;
                        });
        assertThat(clock.nanoTime()).isEqualTo(SIMULATED_NS);

        ending.set(true);

        assertThat(clock.nanoTime()).isEqualTo(SIMULATED_NS);
        assertThat(clock.nanoTime()).isEqualTo(SIMULATED_NS);
    }
}
