package io.eyewall.model.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void keepsWhatWasMeasured() {
        double[] measured = new double[1_001];
        Arrays.setAll(measured, i -> 1_000 - i);

        Spread spread = Spread.of(measured, 50);

        assertThat(spread.meanNs()).isCloseTo(497.5, within(1.0));
        assertThat(spread.atNs(0.99)).isCloseTo(985, within(1.0));
        assertThat(spread.atNs(1)).isEqualTo(995);
        SplittableRandom random = new SplittableRandom(42);
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += spread.draw(random);
        }
        assertThat(sum / 10_000).isCloseTo(497.5, within(15.0));
    }

    @Test
    void aConstantIsAlwaysTheSame() {
        assertThat(Spread.constant(7).draw(new SplittableRandom(1))).isEqualTo(7);
        assertThat(Spread.constant(7).meanNs()).isEqualTo(7);
    }

    @Test
    void refusesQuantilesThatFall() {
        assertThatThrownBy(() -> new Spread(List.of(2.0, 1.0))).hasMessageContaining("not fall");
        assertThatThrownBy(() -> new Spread(List.of())).hasMessageContaining("no quantiles");
    }
}
