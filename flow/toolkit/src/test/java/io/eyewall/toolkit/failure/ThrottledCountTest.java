package io.eyewall.toolkit.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.storm.utils.Time;
import org.junit.jupiter.api.Test;

class ThrottledCountTest {
    @Test
    @SuppressWarnings("try") // the resource is the simulation of time
    void reportsTheFirstEventAtOnceAndLaterOnesTogether() {
        try (Time.SimulatedTime ignored = new Time.SimulatedTime()) {
            ThrottledCount tally = new ThrottledCount();
            assertThat(tally.add(0)).isZero();
            assertThat(tally.add(2)).isEqualTo(2);
            assertThat(tally.add(3)).isZero();
            Time.advanceTimeSecs(9);
            assertThat(tally.add(4)).isZero();
            Time.advanceTimeSecs(1);
            assertThat(tally.add(0)).isEqualTo(7);
            assertThat(tally.add(5)).isZero();
            assertThat(tally.takeUnreported()).isEqualTo(5);
            Time.advanceTimeSecs(10);
            assertThat(tally.add(0)).isZero();
        }
    }
}
