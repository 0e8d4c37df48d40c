package io.eyewall.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintedTest {
    @Test
    void countsHaveThreeDigits() {
        assertThat(Printed.count(0)).isEqualTo("0");
        assertThat(Printed.count(0.25)).isEqualTo("0.3");
        assertThat(Printed.count(999)).isEqualTo("999");
        assertThat(Printed.count(999.7)).isEqualTo("1.00k");
        assertThat(Printed.count(12_345)).isEqualTo("12.3k");
        assertThat(Printed.count(999_499)).isEqualTo("999k");
        assertThat(Printed.count(Long.MAX_VALUE)).isEqualTo("9.22E");
    }

    @Test
    void latenciesHaveTheirUnit() {
        assertThat(Printed.latency(0)).isEqualTo("0ns");
        assertThat(Printed.latency(999.6)).isEqualTo("1us");
        assertThat(Printed.latency(123_456)).isEqualTo("123us");
        assertThat(Printed.latency(2_345_678)).isEqualTo("2.3ms");
        assertThat(Printed.latency(61_000_000_000L)).isEqualTo("61.0s");
    }

    @Test
    void timesHaveTheirTwoGreatestUnits() {
        assertThat(Printed.time(59)).isEqualTo("59s");
        assertThat(Printed.time(3_599)).isEqualTo("59m 59s");
        assertThat(Printed.time(86_399)).isEqualTo("23h 59m");
        assertThat(Printed.time(90_000)).isEqualTo("1d 1h");
    }
}
