package io.eyewall.control.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.forecast.Forecast.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static Forecast at(double perSec) {
        return at(perSec, "");
    }

    private static Forecast at(double perSec, String full) {
        return at(perSec, full, List.of());
    }

    private static Forecast at(double perSec, String full, List<String> holding) {
        return Forecast.of(
                perSec,
                1_000,
                "core-0",
                new Pair(1, 1),
                new Pair(9e6, 1e6),
                new Pair(80e6, 2e6),
                full,
                holding);
    }

    @Test
    void predictsLatencyWhereThereIsRoom() {
        assertThat(at(850).whyNoLatency()).isEmpty();
        assertThat(at(850).meanNs().predicted()).isEqualTo(1e6);
        assertThat(at(850).drift()).containsExactly("latency");
    }

    @Test
    void predictsNoneOfAQueueThatIsAlmostFull() {
        assertThat(at(950).whyNoLatency()).startsWith("core-0 is almost full");
        assertThat(at(950).meanNs().predicted()).isNaN();
        assertThat(at(950).meanNs().measured()).isEqualTo(9e6);
        assertThat(at(950).drift()).isEmpty();
    }

    @Test
    void predictsNoneWhereTuplesAreHeld() {
        Forecast held = at(500, "", List.of("count", "join"));
        assertThat(held.whyNoLatency())
                .isEqualTo(
                        "tuples of 'count', 'join' are acked later than they are executed, as in a window");
        assertThat(held.meanNs().predicted()).isNaN();
        assertThat(held.drift()).isEmpty();
    }

    @Test
    void predictsNoneWhereItIsWrong() {
        assertThat(at(16_550).isModelWrong()).isTrue();
        assertThat(at(16_550).whyNoLatency()).startsWith("the measured rate exceeds");
        assertThat(at(16_550).drift()).containsExactly("rate");
    }

    @Test
    void whatGetsThroughIsPossible() {
        assertThat(at(1_013, "slow").maxPerSec()).isEqualTo(1_013);
        assertThat(at(1_013, "slow").used()).isEqualTo(1);
        assertThat(at(1_013, "slow").isModelWrong()).isFalse();
        assertThat(at(987).maxPerSec()).isEqualTo(1_000);
        assertThat(at(1_200).maxPerSec()).isEqualTo(1_000);
    }

    @Test
    void predictsNoneBehindAFullComponentAndAdmitsThatItSeesRoom() {
        assertThat(at(370, "slow").isModelWrong()).isTrue();
        assertThat(at(370, "slow").whyNoLatency()).startsWith("'slow' is busy all the time");
        assertThat(at(370, "slow").drift()).containsExactly("rate");
        assertThat(at(990, "slow").isModelWrong()).isFalse();
        assertThat(at(990, "slow").drift()).isEmpty();
    }
}
