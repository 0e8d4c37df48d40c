package io.eyewall.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
    @Test
    void aLinearAxisEndsAtARoundNumberAboveAllValues() {
        Axis axis = Axis.linear(List.of(3.0, 17.3));

        assertThat(axis.highest()).isEqualTo(20);
        assertThat(axis.ticks()).containsExactly(0.0, 5.0, 10.0, 15.0, 20.0);
        assertThat(axis.share(5)).isEqualTo(0.25);
        assertThat(Axis.linear(List.of()).highest()).isEqualTo(1);
    }

    @Test
    void anAxisOfPowersOfTenEnclosesTheValues() {
        Axis axis = Axis.powersOfTen(List.of(30.0, 1_500.0));

        assertThat(axis.ticks()).containsExactly(10.0, 100.0, 1_000.0, 10_000.0);
        assertThat(axis.share(100)).isCloseTo(1 / 3.0, within(1e-9));
        assertThat(Axis.powersOfTen(List.of(10.0)).ticks()).containsExactly(10.0, 100.0);
    }

    @Test
    void labelsHaveTheDigitsThatAreWorthShowing() {
        assertThat(Axis.label(0)).isEqualTo("0");
        assertThat(Axis.label(0.0361)).isEqualTo("0.036");
        assertThat(Axis.label(2.5)).isEqualTo("2.5");
        assertThat(Axis.label(28.61)).isEqualTo("28.6");
        assertThat(Axis.label(12_345.6)).isEqualTo("12,346");
        assertThat(Axis.label(200)).isEqualTo("200");
    }
}
