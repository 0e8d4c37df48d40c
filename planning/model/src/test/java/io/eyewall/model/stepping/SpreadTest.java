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
    void interpolatesMeasuredTimes() {
        double[] measured = new double[1_001];
        Arrays.setAll(measured, i -> 1_000 - i);

        Spread spread = Spread.of(measured, 50);

        assertThat(spread.meanNs()).isCloseTo(497.5, within(1e-9));
        assertThat(spread.atNs(0.99)).isCloseTo(985.05, within(1e-9));
        assertThat(spread.atNs(1)).isCloseTo(995, within(1e-9));
    }

    /** The quantile of whatever part is drawn: no part is drawn more often than another. */
    @Test
    void drawsTheQuantileOfARandomProbability() {
        Spread spread = new Spread(List.of(10.0, 20.0, 100.0));
        SplittableRandom parts = new SplittableRandom(42);
        SplittableRandom random = new SplittableRandom(42);

        for (int i = 0; i < 100; i++) {
            assertThat(spread.draw(random)).isEqualTo(spread.atNs(parts.nextDouble()));
        }
    }

    /** Ranks are whole numbers, quantiles may lie between them. */
    @Test
    void interpolatesBetweenTwoTimes() {
        Spread spread = Spread.of(new double[] {100, 300}, 2);

        assertThat(spread.quantilesNs()).containsExactly(100.0, 199.5, 299.0);
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
