package io.eyewall.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void aLateTupleMovesNoLaterOne() {
        Pace pace = new Pace(10_000, 1, 5_000);

        assertThat(pace.isDue(4_999)).isFalse();
        assertThat(pace.isDue(5_000)).isTrue();
        pace.advance();
        assertThat(pace.dueNs()).isEqualTo(105_000);
        assertThat(pace.isDue(1_000_000)).isTrue();
        pace.advance();
        assertThat(pace.dueNs()).isEqualTo(205_000);
    }

    @Test
    void sourcesShareTheRate() {
        Pace pace = new Pace(10_000, 4, 0);
        pace.advance();

        assertThat(pace.dueNs()).isEqualTo(400_000);
    }

    @Test
    void noRateIsRefused() {
        assertThatThrownBy(() -> new Pace(0, 1, 0)).hasMessageContaining("0 tuples per second");
    }
}
