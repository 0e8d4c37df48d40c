package io.eyewall.benchmarks.readers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedChangeTest {
    @Test
    void aMachineThatGetsSlowerChangesNothing() {
        double[] without = {100, 80, 60, 40};
        double[] with = {95, 76, 57, 38};

        PairedChange change = PairedChange.of(without, with);

        assertThat(change.meanPercent()).isCloseTo(-5, within(1e-9));
        assertThat(change.plusMinusPercent()).isCloseTo(0, within(1e-9));
        assertThat(change.medianPercent()).isCloseTo(-5, within(1e-9));
    }

    @Test
    void errorsAreThoseOfTheMean() {
        PairedChange change =
                PairedChange.of(new double[] {100, 100, 100}, new double[] {99, 100, 104});

        assertThat(change.meanPercent()).isCloseTo(1, within(1e-9));
        assertThat(change.medianPercent()).isCloseTo(0, within(1e-9));
        // changes -1, 0, 4: variance (4 + 1 + 9) / 2 = 7
        assertThat(change.plusMinusPercent()).isCloseTo(2 * Math.sqrt(7.0 / 3), within(1e-9));
    }

    @Test
    void halfAPairIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedChange.of(new double[] {1, 2}, new double[] {1}))
                .withMessageContaining("expected pairs");
    }
}
