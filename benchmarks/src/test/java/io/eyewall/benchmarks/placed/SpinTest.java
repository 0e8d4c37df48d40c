package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpinTest {
    @Test
    void theFastestTryIsWhatAMachineCanDo() {
        // given a clock on which a million rounds take 2 ms, and sometimes 50
        AtomicLong nowNs = new AtomicLong();
        AtomicLong reads = new AtomicLong();
        Spin spin =
                new Spin(
                        () ->
                                nowNs.addAndGet(
                                        reads.incrementAndGet() % 6 == 0 ? 50_000_000 : 2_000_000));

        assertThat(spin.roundsPerUs()).isEqualTo(500);
        assertThat(spin.work(1, 3)).isNotEqualTo(spin.work(2, 3));
    }
}
