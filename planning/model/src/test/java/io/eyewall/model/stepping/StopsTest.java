package io.eyewall.model.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StopsTest {
    private final Stops stops = new Stops(100, 10);

    @Test
    void delaysWorkThatWouldBeginInAStop() {
        assertThat(stops.beginNs(0)).isZero();
        assertThat(stops.beginNs(99)).isEqualTo(99);
        assertThat(stops.beginNs(100)).isEqualTo(110);
        assertThat(stops.beginNs(109)).isEqualTo(110);
        assertThat(stops.beginNs(110)).isEqualTo(110);
        assertThat(stops.beginNs(205)).isEqualTo(210);
    }

    @Test
    void prolongsWorkByTheStopsInBetween() {
        assertThat(stops.endNs(50, 99)).isEqualTo(99);
        assertThat(stops.endNs(50, 100)).isEqualTo(110);
        assertThat(stops.endNs(110, 150)).isEqualTo(150);
        assertThat(stops.endNs(50, 195)).as("the first stop takes it to the second").isEqualTo(215);
    }

    @Test
    void changesNothingWithoutStops() {
        assertThat(Stops.NONE.beginNs(1e18)).isEqualTo(1e18);
        assertThat(Stops.NONE.endNs(0, 1e18)).isEqualTo(1e18);
    }

    @Test
    void leavesTimeBetweenStops() {
        assertThat(new Stops(100, 1000).lengthNs()).isEqualTo(50);
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> new Stops(0, 1))
                .hasMessage("stops of 1.0 ns every 0.0 ns: expected 0 or more, every more than 0");
    }
}
