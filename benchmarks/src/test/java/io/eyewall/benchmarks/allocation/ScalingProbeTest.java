package io.eyewall.benchmarks.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** That the probe counts what docs/reports/scaling.md says it does; not how much it is. */
class ScalingProbeTest {
    @Test
    void everyCoreEmitsAndEveryTupleArrives() throws Exception {
        ScalingProbe.Figures one = ScalingProbe.probe(1);
        ScalingProbe.Figures four = ScalingProbe.probe(4);

        assertThat(one.tuplesPerStep()).isEqualTo(64); // calls of nextTuple per step
        assertThat(four.tuplesPerStep()).isBetween(60.0, 68.0);
        assertThat(four.engineBytes()).isGreaterThan(one.engineBytes());
        assertThat(four.bytesPerTuple()).isGreaterThan(0);
        assertThat(one.links()).isZero();
        assertThat(four.links()).as("every core to every other one").isEqualTo(12);
    }
}
