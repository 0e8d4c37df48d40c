package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Clock;
import org.junit.jupiter.api.Test;

/**
 * Measures calls on a machine where other programs take the processor, with a clock that the test
 * sets.
 */
class CallMeterTest {
    private static final long MS = 1_000_000;

    private long nowNs = 1;
    private long cpuNs = 1;
    private final CallMeter meter = new CallMeter(() -> cpuNs);
    private final Clock clock =
            new Clock() {
                @Override
                public boolean isReal() {
                    return true;
                }

                @Override
                public long nanoTime() {
                    return nowNs;
                }

                @Override
                public long currentTimeMillis() {
                    return nowNs / MS;
                }
            };

    private void pass(long elapsedNs, long ownCpuNs) {
        nowNs += elapsedNs;
        cpuNs += ownCpuNs;
    }

    private long call(long elapsedNs, long ownCpuNs) {
        meter.begin(clock);
        pass(elapsedNs, ownCpuNs);
        return meter.end(clock);
    }

    @Test
    void aQuickCallThatLosesItsProcessorIsNoLoad() {
        call(1_000, 1_000);
        pass(3 * MS, 3 * MS);

        assertThat(call(50 * MS, 1_000)).isEqualTo(50 * MS);
        assertThat(meter.loadNs()).isLessThanOrEqualTo(1_000);

        assertThat(call(1_000, 1_000)).isEqualTo(1_000);
        assertThat(meter.loadNs()).isEqualTo(1_000);
    }

    @Test
    void alsoWhereItsThreadHadNoneBefore() {
        call(1_000, 1_000);
        pass(3 * MS, MS);

        call(50 * MS, 1_000);

        assertThat(meter.loadNs()).isZero();
    }

    @Test
    void aCallThatComputesIsLoadAtOnce() {
        call(1_000, 1_000);
        pass(3 * MS, 3 * MS);

        call(10 * MS, 10 * MS);

        assertThat(meter.loadNs()).isEqualTo(10 * MS);
    }

    @Test
    void oneThatIsHalfOfItsTimeWithoutAProcessorIsHalfTheLoad() {
        pass(MS, MS);

        call(10 * MS, 5 * MS);

        assertThat(meter.loadNs()).isEqualTo(5 * MS);
    }
}
