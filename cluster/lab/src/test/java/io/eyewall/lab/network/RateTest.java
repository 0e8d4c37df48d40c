package io.eyewall.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    @ParameterizedTest
    @CsvSource({
        "100mbit, 100000000, 100mbit",
        "1.5gbit, 1500000000, 1500mbit",
        "500KBIT, 500000, 500kbit",
        "8001bit, 8001, 8001bit",
        "2gbit, 2000000000, 2gbit"
    })
    void readsWhatTcReads(String text, long bitsPerSec, String again) {
        Rate rate = Rate.parse(text).orElseThrow();

        assertThat(rate.bitsPerSec()).isEqualTo(bitsPerSec);
        assertThat(rate).hasToString(again);
    }

    @Test
    void noneIsNone() {
        assertThat(Rate.parse("none")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "100", "fast", "-1mbit", "1mbps", "7bit", "200gbit", "1 mbit"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> Rate.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lettingThroughInBurstsTakesAPacketAtLeast() {
        assertThat(new Rate(8_000).burstBytes()).isGreaterThan(1500);
        assertThat(new Rate(1_000_000_000).burstBytes()).isEqualTo(1_250_000);
    }
}
